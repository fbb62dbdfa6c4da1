import type { WantedCollectionLevels } from '../../contract/collection-graph.ts'
import type { CollectionChange } from '../../events/permission-graph.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { AccessState, CollectionId } from '../access-state.ts'
import { treeAt } from '../collection-rights.ts'
import { personalOwnerOf } from '../collection-tree.ts'
import { administratorsId } from '../default-groups.ts'
import type { CollectionLevel } from '../levels.ts'

/** What the graph is about: the root, and every collection that is neither archived nor personal. */
export const graphCollectionIds = (state: AccessState): readonly CollectionId[] => {
  const tree = treeAt(state)
  const shared = [...tree].filter(
    ([id, { archived }]) => !archived && personalOwnerOf(tree, id) === undefined,
  )
  return ['root', ...shared.map(([id]) => id)]
}

/** A group's part of the graph: each of these collections, and `none` where nothing was said. */
export const collectionLevelsOf = (
  state: AccessState,
  groupId: number,
  collectionIds: readonly CollectionId[],
): Record<string, CollectionLevel> =>
  Object.fromEntries(
    collectionIds.map((id) => [id, state.collectionLevel(groupId, id) ?? 'none'] as const),
  )

/**
 * The changes a request makes in a state; none when it asks for what there is. What is said of
 * collections that are not in the graph, personal and archived ones, is passed over.
 * @throws {Refusal} 400 naming what of the request cannot be.
 */
export const reviseCollectionGraph = (
  state: AccessState,
  wanted: WantedCollectionLevels,
): readonly CollectionChange[] => {
  const shown = new Set(graphCollectionIds(state))
  return Object.entries(wanted).flatMap(([groupKey, levels]) => {
    const group = Number(groupKey)
    const path = `groups.${groupKey}`
    if (state.groupName(group) === undefined) throw invalid(path, `There is no group ${group}.`)
    return Object.entries(levels).flatMap(([key, to]) => {
      const collection = key === 'root' ? key : Number(key)
      const at = `${path}.${key}`
      if (collection !== 'root' && !state.collection(collection))
        throw invalid(at, `There is no collection ${collection}.`)
      const from = state.collectionLevel(group, collection) ?? null
      if (!shown.has(collection) || to === (from ?? 'none')) return []
      if (group === administratorsId)
        throw invalid(at, 'Administrators may do everything; that cannot be changed.')
      return [{ group, collection, from, to }]
    })
  })
}

/** The state as it would be after these changes. */
export const revisedCollections = (
  state: AccessState,
  changes: readonly CollectionChange[],
): AccessState => {
  const levels = new Map(
    changes.map(({ group, collection, to }) => [`${group} ${collection}`, to] as const),
  )
  return {
    ...state,
    collectionLevel: (groupId, collectionId) =>
      levels.get(`${groupId} ${collectionId}`) ?? state.collectionLevel(groupId, collectionId),
  }
}
