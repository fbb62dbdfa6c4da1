import * as contract from '../../shared/contract/collection.ts'
import { readBack } from '../../shared/contract/route.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import {
  collectionRightsAt,
  groupLevelsOf,
  treeAt,
} from '../../shared/permissions/collection-rights.ts'
import { personalOwnerOf } from '../../shared/permissions/collection-tree.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandRoute, on } from '../context.ts'
import { streams } from '../streams.ts'
import { changeTree } from './change-tree.ts'
import { collectionDecider } from './decider.ts'
import { collectionGraphRoutes } from './graph-routes.ts'
import { refuseParent } from './tree-decider.ts'

export type CollectionDependencies = { readonly accessHistories: AccessHistories }

/** @throws {Refusal} 404, 403 and 400, in this order. */
const refuseToCreateIn = (state: AccessState, userId: number, parentId: number | null): void => {
  const tree = treeAt(state)
  if (parentId !== null) found(tree.get(parentId), 'Parent collection')
  refuseUnless(
    collectionRightsAt(state, userId, tree).mayWrite(parentId ?? 'root'),
    'forbidden',
    'You may not add anything there.',
  )
  refuseParent(tree, parentId)
}

/** What groups may do with the parent, as it is now; nothing is inherited later. */
const accessToCopy = (state: AccessState, parentId: number | null) => {
  const isPersonal = parentId !== null && personalOwnerOf(treeAt(state), parentId) !== undefined
  return isPersonal ? [] : groupLevelsOf(state, parentId).filter(({ level }) => level !== 'none')
}

const refuseOfficial = (isSuperuser: boolean) =>
  refuseUnless(isSuperuser, 'forbidden', 'Only an admin may say what is official.')

export const collectionRoutes = ({ accessHistories }: CollectionDependencies): CommandRoute[] => [
  ...collectionGraphRoutes({ accessHistories }),

  on(contract.createCollection, async ({ body }, { actor, executor, ids }) => {
    const { name, description = null, parent_id: parentId = null } = body
    const { authority_level: authorityLevel = null } = body
    const state = (await accessHistories.current()).at()
    refuseToCreateIn(state, actor.userId, parentId)
    if (authorityLevel) refuseOfficial(actor.isSuperuser)
    const collectionId = await ids.next('collection')
    await executor.execute(streams.collection(collectionId), collectionDecider, {
      type: 'CreateCollection',
      data: {
        collectionId,
        name,
        description,
        parentId,
        personalOwnerId: null,
        authorityLevel,
        access: accessToCopy(state, parentId),
      },
    })
    // The parent may have been archived meanwhile, or deleted, without what was not yet in it.
    const now = (await accessHistories.current()).at()
    if (parentId !== null && now.collection(parentId)?.archived !== false)
      await changeTree(executor, accessHistories, actor.userId, collectionId, { archived: true })
    return readBack(contract.getCollection, { id: collectionId })
  }),

  on(contract.updateCollection, async ({ params: { id }, body }, { actor, executor }) => {
    const { name, description, parent_id: parentId, archived, authority_level: level } = body
    const current = (await accessHistories.current()).at().collection(id)
    if (level !== undefined && level !== found(current, 'Collection').authorityLevel)
      refuseOfficial(actor.isSuperuser)
    // The tree first: once it agrees, nothing can refuse the rest.
    await changeTree(executor, accessHistories, actor.userId, id, {
      parentId,
      archived: archived ?? undefined,
    })
    await executor.execute(streams.collection(id), collectionDecider, {
      type: 'ChangeCollection',
      data: {
        collectionId: id,
        ...(typeof name === 'string' && { name }),
        ...(description !== undefined && { description }),
        ...(level !== undefined && { authorityLevel: level }),
      },
    })
    return readBack(contract.getCollection, { id })
  }),

  on(contract.deleteCollection, ({ params: { id } }, { actor, executor }) =>
    changeTree(executor, accessHistories, actor.userId, id, { deleted: true }),
  ),
]
