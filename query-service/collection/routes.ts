import * as contract from '../../shared/contract/collection.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { CollectionId } from '../../shared/permissions/access-state.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { on, type QueryRoute } from '../context.ts'
import { page } from '../paging.ts'
import { type Forest, isOthers, loadForest, visible } from './forest.ts'
import { collectionGraphRoutes } from './graph-routes.ts'
import { listItems } from './items.ts'
import { presentCollection, presentDetail, presentRoot } from './present.ts'
import { treeOf } from './tree.ts'

const refuseUnread = ({ rights }: Forest, collection: CollectionId): void =>
  refuseUnless(rights.mayRead(collection), 'forbidden', 'You may not see this collection.')

/** @throws {Refusal} 404, then 403. */
const readable = (forest: Forest, id: number) => {
  const collection = found(forest.tree.get(id), 'Collection')
  refuseUnread(forest, id)
  return collection
}

type Hiding = { readonly 'exclude-other-user-collections'?: boolean | undefined }

/** The collections a list shows: one's own personal one always, others' where they are wanted. */
const listed = (forest: Forest, archived: boolean, hiding: Hiding) =>
  visible(
    forest,
    (collection) =>
      collection.archived === archived &&
      !(hiding['exclude-other-user-collections'] && isOthers(forest, collection.id)),
  )

export type CollectionDependencies = { readonly accessHistories: AccessHistories }

export const collectionRoutes = (dependencies: CollectionDependencies): readonly QueryRoute[] => [
  ...collectionGraphRoutes(dependencies),

  on(contract.listCollections, async ({ query }, { actor, views, header }) => {
    const forest = await loadForest(views, actor)
    const { archived = false } = query
    const root = !archived && forest.rights.mayRead('root') ? [presentRoot(forest)] : []
    const others = listed(forest, archived, query).map((it) => presentCollection(forest, it))
    return page([...root, ...others], query, header)
  }),

  on(contract.getCollectionTree, async ({ query }, { actor, views }) => {
    const forest = await loadForest(views, actor)
    return treeOf(forest, listed(forest, false, query))
  }),

  on(contract.getRootCollection, async (_, { actor, views }) => {
    const forest = await loadForest(views, actor)
    refuseUnread(forest, 'root')
    return presentRoot(forest)
  }),

  on(contract.getCollection, async ({ params: { id } }, { actor, views }) => {
    const forest = await loadForest(views, actor)
    return presentDetail(forest, readable(forest, id))
  }),

  on(contract.listRootItems, async ({ query }, { actor, views }) => {
    const { archived = false } = query
    const forest = await loadForest(views, actor)
    return listItems(forest, { collectionId: null, archived }, query)
  }),

  on(contract.listCollectionItems, async ({ params: { id }, query }, { actor, views }) => {
    const { archived = false } = query
    const forest = await loadForest(views, actor)
    readable(forest, id)
    return listItems(forest, { collectionId: id, archived }, query)
  }),
]
