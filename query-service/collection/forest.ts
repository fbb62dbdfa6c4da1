import type { Actor } from '../../shared/kernel/actor.ts'
import type { CollectionRights } from '../../shared/permissions/collection-rights.ts'
import {
  ancestorsOf,
  type CollectionTree,
  personalOwnerOf,
} from '../../shared/permissions/collection-tree.ts'
import type { CollectionRow } from '../../shared/views/collection.ts'
import { namedCollections } from '../collection-name.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import type { Views } from '../context.ts'

export type Collection = Omit<CollectionRow, 'name'> & {
  readonly name: string
  readonly parentId: number | null
  readonly personalOwnerId: number | null
}

/** All collections, and what one caller may see of them. */
export type Forest = {
  readonly actor: Actor
  readonly views: Views
  readonly rights: CollectionRights
  readonly tree: CollectionTree<Collection>
  /** Whose personal collection this is in; undefined for one that is not personal. */
  readonly personalOwner: (id: number) => number | undefined
  /** The collections it is in that may be read, from the outermost on. */
  readonly visibleAncestors: (id: number) => readonly number[]
}

const byName = (a: Collection, b: Collection) =>
  a.name.toLowerCase().localeCompare(b.name.toLowerCase()) || a.id - b.id

const loadTree = async (views: Views): Promise<CollectionTree<Collection>> => {
  const rows = await namedCollections(views)
  const placed = rows.map((row) => ({
    ...row,
    parentId: row.parent_id,
    personalOwnerId: row.personal_owner_id,
  }))
  return new Map(placed.sort(byName).map((collection) => [collection.id, collection]))
}

/** Collections come in the order of their names. */
export const loadForest = async (views: Views, actor: Actor): Promise<Forest> => {
  const [tree, rights] = await Promise.all([loadTree(views), loadCollectionRights(views, actor)])
  return {
    actor,
    views,
    rights,
    tree,
    personalOwner: (id) => personalOwnerOf(tree, id),
    visibleAncestors: (id) => ancestorsOf(tree, id).filter(rights.mayRead),
  }
}

/** Somebody else's personal collection, or in one: only admins ever see those. */
export const isOthers = ({ actor, personalOwner }: Forest, id: number): boolean => {
  const owner = personalOwner(id)
  return owner !== undefined && owner !== actor.userId
}

/** The readable ones that fit, by name. */
export const visible = (
  { tree, rights }: Forest,
  fits: (collection: Collection) => boolean,
): readonly Collection[] =>
  [...tree.values()].filter((collection) => rights.mayRead(collection.id) && fits(collection))

/**
 * Where a collection hangs for this caller: in the nearest one around it that they see.
 */
export const visibleParent = (forest: Forest, id: number): number | null =>
  forest.visibleAncestors(id).at(-1) ?? null
