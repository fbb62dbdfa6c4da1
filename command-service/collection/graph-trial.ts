import type { CollectionGraphTrial } from '../../shared/contract/collection-graph.ts'
import type { CollectionChange } from '../../shared/events/permission-graph.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { effectOf } from '../../shared/permissions/effect.ts'
import { revisedCollections } from '../../shared/permissions/graph/collection-graph.ts'

/** What a request would do, told instead of done: who comes to have what, and who loses it. */
export const graphTrialOf = (
  state: AccessState,
  changes: readonly CollectionChange[],
): CollectionGraphTrial => {
  const groupIds = new Set(changes.map(({ group }) => group))
  return {
    dry_run: true,
    revision: state.collectionRevision,
    changes: changes.map(({ group, collection, from, to }) => ({
      group_id: group,
      collection_id: collection,
      from,
      to: to ?? 'none',
    })),
    ...effectOf(state, revisedCollections(state, changes), {
      userIds: new Set([...groupIds].flatMap((groupId) => state.memberIdsOf(groupId))),
      databaseIds: [],
      collectionIds: [...new Set(changes.map(({ collection }) => collection))],
    }),
  }
}
