import type { WantedGroups } from '../../contract/permission-graph.ts'
import type { GraphChange } from '../../events/permission-graph.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { AccessState } from '../access-state.ts'
import type { DatabaseAccess } from '../data-access.ts'
import { administratorsId } from '../default-groups.ts'
import { knownTables } from './known-tables.ts'
import { changesBetween, mergeAccess } from './merge.ts'

/** Decision P2: SQL reaches every table, so who may write it must be allowed every table. */
const checkNative = (access: DatabaseAccess | undefined, path: string) => {
  if (access?.native === 'write' && access.schemas !== 'all')
    throw invalid(`${path}.data.native`, 'SQL (`write`) needs `schemas` to be `all`.')
}

/**
 * The changes a request makes in a state, in the order of groups and databases; none when it asks
 * for what there is. Schemas and tables are taken on trust: `checkPlaces` looks them up.
 * @throws {Refusal} 400 naming what of the request cannot be.
 */
export const reviseGraph = (
  state: Pick<AccessState, 'groupName' | 'databaseName' | 'access' | 'tableIds' | 'table'>,
  wanted: WantedGroups,
): readonly GraphChange[] => {
  const changes: GraphChange[] = []
  const knownIn = knownTables(state)
  for (const [groupKey, databases] of Object.entries(wanted)) {
    const group = Number(groupKey)
    const path = `groups.${groupKey}`
    if (state.groupName(group) === undefined) throw invalid(path, `There is no group ${group}.`)
    for (const [databaseKey, { data = {} }] of Object.entries(databases)) {
      const database = Number(databaseKey)
      const at = `${path}.${databaseKey}`
      if (state.databaseName(database) === undefined)
        throw invalid(at, `There is no database ${database}.`)
      const had = state.access(group, database)
      const has = mergeAccess(had, data, () => knownIn(database))
      const theirs = changesBetween({ group, database }, had, has)
      if (group === administratorsId && theirs.length > 0)
        throw invalid(at, 'Administrators may do everything; that cannot be changed.')
      checkNative(has, at)
      changes.push(...theirs)
    }
  }
  return changes
}
