import type { ShiftOf } from '../contract/access-effect.ts'
import type { AccessState, CollectionId } from './access-state.ts'
import { collectionRightsAt, treeAt } from './collection-rights.ts'
import { type CollectionTree, personalOwnerOf } from './collection-tree.ts'
import { administratorsId } from './default-groups.ts'
import { groupsInForce } from './effective.ts'
import type { CollectionLevel } from './levels.ts'

type CollectionShift = ShiftOf<'collection'>

/** What somebody may do with each collection; the deactivated nothing. */
const levelsIn = (state: AccessState, userId: number, tree: CollectionTree) =>
  state.userStatus(userId) === 'active'
    ? collectionRightsAt(state, userId, tree).level
    : (): CollectionLevel => 'none'

/** What personal collections depend on, besides whose they are. */
const standingIn = (state: AccessState, userId: number) => {
  const groupIds = groupsInForce(state, userId)
  return groupIds.includes(administratorsId) ? 'admin' : groupIds.length > 0 ? 'user' : 'nobody'
}

export type CollectionShifts = {
  /** Of the collections that are open by groups: the same for all who share their groups. */
  sharedShifts(userId: number): readonly CollectionShift[]
  /** Of the personal ones, their own and those of others. */
  personalShifts(userId: number): readonly CollectionShift[]
}

/** What one state becoming another does to what somebody may do with some collections. */
export const collectionsAmong = (
  before: AccessState,
  after: AccessState,
  collectionIds: readonly CollectionId[],
): CollectionShifts => {
  const tree = treeAt(before)
  const isPersonal = (id: CollectionId) => id !== 'root' && personalOwnerOf(tree, id) !== undefined
  const personal = collectionIds.filter(isPersonal)
  const shared = collectionIds.filter((id) => !isPersonal(id))

  const shiftsOf = (userId: number, ids: readonly CollectionId[]): readonly CollectionShift[] => {
    const [had, has] = [levelsIn(before, userId, tree), levelsIn(after, userId, tree)]
    return ids.flatMap((collection_id) => {
      const [from, to] = [had(collection_id), has(collection_id)]
      return from === to ? [] : [{ right: 'collection' as const, collection_id, from, to }]
    })
  }
  return {
    sharedShifts: (userId) => shiftsOf(userId, shared),
    personalShifts: (userId) =>
      standingIn(before, userId) === standingIn(after, userId) ? [] : shiftsOf(userId, personal),
  }
}
