import type { CollectionNode } from '../../shared/contract/collection.ts'
import type { Collection, Forest } from './forest.ts'
import { presentCollection } from './present.ts'

/** These collections, each inside the nearest other one of them. */
export const treeOf = (forest: Forest, shown: readonly Collection[]): CollectionNode[] => {
  const ids = new Set(shown.map(({ id }) => id))
  const inside = new Map<number | null, Collection[]>()
  for (const collection of shown) {
    const around = forest.visibleAncestors(collection.id)
    const parent = around.findLast((id) => ids.has(id)) ?? null
    const siblings = inside.get(parent)
    if (siblings) siblings.push(collection)
    else inside.set(parent, [collection])
  }
  const nodesIn = (parent: number | null): CollectionNode[] =>
    (inside.get(parent) ?? []).map((collection) => {
      const { namespace, effective_location, created_at, entity_id, ...node } = presentCollection(
        forest,
        collection,
      )
      return { ...node, children: nodesIn(collection.id) }
    })
  return nodesIn(null)
}
