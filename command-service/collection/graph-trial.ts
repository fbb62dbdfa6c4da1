import type { CollectionGraphTrial } from '../../shared/contract/collection-graph.ts'
import type { CollectionChange } from '../../shared/events/permission-graph.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { administratorsId } from '../../shared/permissions/default-groups.ts'
import { groupsInForce } from '../../shared/permissions/effective.ts'
import { revisedCollections } from '../../shared/permissions/graph/collection-graph.ts'
import { isStronger, strongest } from '../../shared/permissions/levels.ts'

type Effect = CollectionGraphTrial['gains'][number]

/** Active users whom a change in these groups can touch at all: admins may do everything anyway. */
const concerned = (state: AccessState, changes: readonly CollectionChange[]) => {
  const groupIds = new Set(changes.map(({ group }) => group))
  const userIds = new Set([...groupIds].flatMap((groupId) => state.memberIdsOf(groupId)))
  return [...userIds]
    .sort((a, b) => a - b)
    .map((userId) => ({ userId, groupIds: groupsInForce(state, userId) }))
    .filter(({ groupIds: own }) => own.length > 0 && !own.includes(administratorsId))
}

/** What a request would do, told instead of done: who comes to have what, and who loses it. */
export const graphTrialOf = (
  state: AccessState,
  changes: readonly CollectionChange[],
): CollectionGraphTrial => {
  const after = revisedCollections(state, changes)
  const collectionIds = [...new Set(changes.map(({ collection }) => collection))]
  const effects = new Map<string, Effect>()
  for (const { userId, groupIds } of concerned(state, changes))
    for (const collection_id of collectionIds) {
      const levelIn = (there: AccessState) =>
        strongest(groupIds.map((id) => there.collectionLevel(id, collection_id) ?? 'none'))
      const [from, to] = [levelIn(state), levelIn(after)]
      if (from === to) continue
      const key = `${collection_id} ${from} ${to}`
      const effect = effects.get(key) ?? { user_ids: [], collection_id, from, to }
      effect.user_ids.push(userId)
      effects.set(key, effect)
    }
  const all = [...effects.values()]
  return {
    dry_run: true,
    revision: state.collectionRevision,
    changes: changes.map(({ group, collection, from, to }) => ({
      group_id: group,
      collection_id: collection,
      from,
      to: to ?? 'none',
    })),
    gains: all.filter(({ from, to }) => isStronger(to, from)),
    losses: all.filter(({ from, to }) => isStronger(from, to)),
  }
}
