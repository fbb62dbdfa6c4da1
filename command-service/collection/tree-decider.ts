import type {
  CollectionEvent,
  CollectionTreeEvent,
  GroupLevel,
} from '../../shared/events/collection.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { found, invalid, Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { CollectionState } from '../../shared/permissions/access-state.ts'
import {
  type CollectionTree,
  deepestNesting,
  depthOf,
  descendantsOf,
  heightOf,
  personalOwnerOf,
} from '../../shared/permissions/collection-tree.ts'

export type TreeNode = Pick<
  CollectionState,
  'parentId' | 'personalOwnerId' | 'archived' | 'archivedWith'
>
export type Tree = CollectionTree<TreeNode>

export type TreeCommand =
  | {
      type: 'MoveCollection'
      /** `levels`: what each group may do with the new parent. */
      data: { collectionId: number; to: number | null; levels: readonly GroupLevel[] }
    }
  | { type: 'ArchiveCollection'; data: { collectionId: number } }
  | { type: 'RestoreCollection'; data: { collectionId: number } }
  | { type: 'DeleteCollection'; data: { collectionId: number } }

type Placed = CollectionTreeEvent | Named<CollectionEvent, 'CollectionCreated'>

const nodeOf = (tree: Tree, collectionId: number, doing: string): TreeNode => {
  const node = found(tree.get(collectionId), 'Collection')
  if (node.personalOwnerId !== null)
    throw new Refusal('validation', `A personal collection cannot be ${doing}.`)
  return node
}

/** @throws {Refusal} unless something of this height may hang below `parentId`. */
export const refuseParent = (tree: Tree, parentId: number | null, height = 1): void => {
  if (parentId !== null) {
    const parent = found(tree.get(parentId), 'Parent collection')
    if (parent.archived) throw invalid('parent_id', 'That collection is archived.')
  }
  if (depthOf(tree, parentId) + height > deepestNesting)
    throw invalid('parent_id', `Collections can be at most ${deepestNesting} deep.`)
}

const changed = (
  tree: Tree,
  ids: Iterable<number>,
  change: (was: TreeNode, id: number) => TreeNode,
) => {
  const next = new Map(tree)
  for (const id of ids) {
    const was = tree.get(id)
    if (was) next.set(id, change(was, id))
  }
  return next
}

/** What goes along: of all that is inside, what fits. */
const inside = (tree: Tree, collectionId: number, fits: (node: TreeNode) => boolean) =>
  descendantsOf(tree, collectionId).filter((id) => {
    const node = tree.get(id)
    return node !== undefined && fits(node)
  })

/**
 * Where collections hang. Its state is not folded from one stream but taken from the history, whose
 * tree revision guards what is decided; so it stays a tree whoever moves what at the same time.
 */
export const treeDecider: Decider<Tree, TreeCommand, Placed> = {
  initial: new Map(),
  decide: {
    MoveCollection: ({ collectionId, to, levels }, tree) => {
      const { parentId: from } = nodeOf(tree, collectionId, 'moved')
      if (from === to) return []
      const within = descendantsOf(tree, collectionId)
      if (to !== null && (to === collectionId || within.includes(to)))
        throw invalid('parent_id', 'A collection cannot be moved into itself.')
      refuseParent(tree, to, heightOf(tree, collectionId))
      const isPersonal = (id: number | null) =>
        id !== null && personalOwnerOf(tree, id) !== undefined
      const leavesPersonal = isPersonal(from) && !isPersonal(to)
      const [cascade, access] = leavesPersonal ? [[...within], [...levels]] : [[], []]
      return [{ type: 'CollectionMoved', data: { collectionId, from, to, cascade, access } }]
    },

    ArchiveCollection: ({ collectionId }, tree) => {
      if (nodeOf(tree, collectionId, 'archived').archived) return []
      const cascade = inside(tree, collectionId, ({ archived }) => !archived)
      return [{ type: 'CollectionArchived', data: { collectionId, cascade } }]
    },

    RestoreCollection: ({ collectionId }, tree) => {
      const { archived, archivedWith, parentId } = nodeOf(tree, collectionId, 'restored')
      if (!archived) return []
      if (parentId !== null && tree.get(parentId)?.archived)
        throw invalid('parent_id', 'Its parent is archived: restore that, or name another parent.')
      const together = archivedWith ?? collectionId
      const cascade = inside(tree, collectionId, (node) => node.archivedWith === together)
      return [{ type: 'CollectionRestored', data: { collectionId, cascade } }]
    },

    DeleteCollection: ({ collectionId }, tree) => {
      const { archived } = nodeOf(tree, collectionId, 'deleted')
      refuseUnless(archived, 'validation', 'Only an archived collection can be deleted.')
      const cascade = descendantsOf(tree, collectionId)
      return [{ type: 'CollectionDeleted', data: { collectionId, cascade: [...cascade] } }]
    },
  },
  evolve: {
    CollectionCreated: (tree, { collectionId, parentId, personalOwnerId }) =>
      new Map(tree).set(collectionId, {
        parentId,
        personalOwnerId,
        archived: false,
        archivedWith: null,
      }),
    CollectionMoved: (tree, { collectionId, to }) =>
      changed(tree, [collectionId], (was) => ({ ...was, parentId: to })),
    CollectionArchived: (tree, { collectionId, cascade }) =>
      changed(tree, [collectionId, ...cascade], (was, id) => ({
        ...was,
        archived: true,
        archivedWith: id === collectionId ? null : collectionId,
      })),
    CollectionRestored: (tree, { collectionId, cascade }) =>
      changed(tree, [collectionId, ...cascade], (was) => ({
        ...was,
        archived: false,
        archivedWith: null,
      })),
    CollectionDeleted: (tree, { collectionId, cascade }) => {
      const next = new Map(tree)
      for (const id of [collectionId, ...cascade]) next.delete(id)
      return next
    },
  },
}
