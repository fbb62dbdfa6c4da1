import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { effectOf } from '../../shared/permissions/effect.ts'

const presentChange = (change: GraphChange) => {
  const { group: group_id, database: database_id, from, to } = change
  const pair = { group_id, database_id }
  if (change.right === 'native')
    return { ...pair, right: change.right, from: change.from, to: change.to }
  const { right, schema, table: table_id } = change
  return {
    ...pair,
    right,
    ...(schema !== undefined && { schema }),
    ...(table_id !== undefined && { table_id }),
    from,
    to,
  }
}

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

/** What a change that leads from one state to another would do, told instead of done. */
export const trialOf = (
  state: AccessState,
  after: AccessState,
  changes: readonly GraphChange[],
) => {
  const groupIds = distinct(changes.map(({ group }) => group))
  return {
    dry_run: true as const,
    revision: state.revision,
    changes: changes.map(presentChange),
    ...effectOf(state, after, {
      userIds: distinct(groupIds.flatMap((groupId) => state.memberIdsOf(groupId))),
      databaseIds: distinct(changes.map(({ database }) => database)),
      collectionIds: [],
    }),
  }
}
