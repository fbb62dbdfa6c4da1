/** What a tree of collections is made of: where each hangs, and whose personal one it is. */
export type TreeNode = {
  /** Null stands for the root. */
  readonly parentId: number | null
  /** Set for the personal collection itself, not for what is inside it. */
  readonly personalOwnerId: number | null
}

export type CollectionTree<N extends TreeNode = TreeNode> = ReadonlyMap<number, N>

/** Collections may be this deep; one in the root is 1 deep. */
export const deepestNesting = 100

/** The collections a collection is in, from the outermost on; a parent that is gone is none. */
export const ancestorsOf = (tree: CollectionTree, id: number): readonly number[] => {
  const ancestors: number[] = []
  const visited = new Set([id])
  let parent = tree.get(id)?.parentId ?? null
  while (parent !== null && tree.has(parent) && !visited.has(parent)) {
    visited.add(parent)
    ancestors.unshift(parent)
    parent = tree.get(parent)?.parentId ?? null
  }
  return ancestors
}

export const childrenIn = (tree: CollectionTree): ReadonlyMap<number | null, readonly number[]> => {
  const children = new Map<number | null, number[]>()
  for (const [id, { parentId }] of tree) {
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
  }
  return children
}

/** All that is inside a collection, however deep; what is nearer comes first. */
export const descendantsOf = (tree: CollectionTree, id: number): readonly number[] => {
  const children = childrenIn(tree)
  const descendants = new Set<number>(children.get(id))
  // A set is walked with what is added to it on the way.
  for (const descendant of descendants)
    for (const child of children.get(descendant) ?? []) descendants.add(child)
  return [...descendants]
}

/** How deep a collection is: the root is 0 deep. */
export const depthOf = (tree: CollectionTree, id: number | null): number =>
  id === null ? 0 : ancestorsOf(tree, id).length + 1

/** Levels of collections from this one down: 1 when there is nothing inside. */
export const heightOf = (tree: CollectionTree, id: number): number => {
  const depth = depthOf(tree, id)
  return descendantsOf(tree, id).reduce(
    (height, descendant) => Math.max(height, depthOf(tree, descendant) - depth + 1),
    1,
  )
}

/** Whose personal collection this is, or is inside of. */
export const personalOwnerOf = (tree: CollectionTree, id: number): number | undefined => {
  const [outermost = id] = ancestorsOf(tree, id)
  return tree.get(outermost)?.personalOwnerId ?? undefined
}
