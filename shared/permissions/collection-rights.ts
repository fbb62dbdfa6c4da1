import type { GroupLevel } from '../events/collection.ts'
import type { AccessState, CollectionId, CollectionState } from './access-state.ts'
import { type CollectionTree, personalOwnerOf } from './collection-tree.ts'
import { administratorsId } from './default-groups.ts'
import { type CollectionLevel, mayRead, strongest } from './levels.ts'

/** What somebody may do with each collection. */
export type CollectionRights = {
  level(collection: CollectionId): CollectionLevel
  mayRead(collection: CollectionId): boolean
  mayWrite(collection: CollectionId): boolean
}

type Facts = {
  readonly userId: number
  readonly isSuperuser: boolean
  /** Levels of the groups this user is in. */
  readonly levels: (collection: CollectionId) => Iterable<CollectionLevel>
  /** Whose personal collection this is, or is inside of. */
  readonly personalOwner: (collectionId: number) => number | undefined
}

/**
 * The one rule: admins may do everything; what is personal belongs to its owner, whatever was said
 * about it before it came there; anything else is as open as the most permissive of one's groups.
 */
export const collectionRightsOf = (facts: Facts): CollectionRights => {
  const { userId, isSuperuser, levels, personalOwner } = facts
  const level = (collection: CollectionId): CollectionLevel => {
    if (isSuperuser) return 'write'
    const owner = collection === 'root' ? undefined : personalOwner(collection)
    if (owner !== undefined) return owner === userId ? 'write' : 'none'
    return strongest(levels(collection))
  }
  return {
    level,
    mayRead: (collection) => mayRead(level(collection)),
    mayWrite: (collection) => level(collection) === 'write',
  }
}

/** Every collection as it was, archived ones as well. */
export const treeAt = (state: AccessState): CollectionTree<CollectionState> => {
  const tree = new Map<number, CollectionState>()
  for (const id of state.collectionIds()) {
    const collection = state.collection(id)
    if (collection) tree.set(id, collection)
  }
  return tree
}

/** The rights of a user at a moment of the history. */
export const collectionRightsAt = (
  state: AccessState,
  userId: number,
  tree: CollectionTree = treeAt(state),
): CollectionRights => {
  const groupIds = state.groupIdsOf(userId)
  return collectionRightsOf({
    userId,
    isSuperuser: groupIds.includes(administratorsId),
    levels: (collection) =>
      groupIds.map((groupId) => state.collectionLevel(groupId, collection) ?? 'none'),
    personalOwner: (collectionId) => personalOwnerOf(tree, collectionId),
  })
}

/** What each group may do with a collection, or with the root. */
export const groupLevelsOf = (
  state: AccessState,
  collectionId: number | null,
): readonly GroupLevel[] =>
  state
    .groupIds()
    .filter((group) => group !== administratorsId)
    .map((group) => ({
      group,
      level: state.collectionLevel(group, collectionId ?? 'root') ?? 'none',
    }))
