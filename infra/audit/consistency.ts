import { type Hash, leafHash, MerkleTree, nodeHash } from './merkle.ts'

type Subtree = { readonly root: Hash; readonly width: number }

/**
 * What is appended to a tree of so many leaves, as roots of the largest complete subtrees it falls
 * into. Kept while the leaves come, so that it costs no second pass over them (RFC 6962, 2.1.2).
 */
export class Growth {
  readonly #start: number
  #size: number
  readonly #subtrees: Subtree[] = []

  constructor(start: number) {
    this.#start = start
    this.#size = start
  }

  append(leaf: Uint8Array): void {
    let root = leafHash(leaf)
    let width = 1
    // A right child is joined to its left one, unless that one reaches back before the start.
    for (
      let from = this.#size;
      from % (2 * width) !== 0 && from - width >= this.#start;
      from -= width, width *= 2
    ) {
      const left = this.#subtrees.pop()
      if (left) root = nodeHash(left.root, root)
    }
    this.#subtrees.push({ root, width })
    this.#size += 1
  }

  /** Hex, leftmost subtree first. */
  get path(): string[] {
    return this.#subtrees.map(({ root }) => root.toString('hex'))
  }
}

/** Leaves of the next subtree on the way from one size to another. */
const nextWidth = (from: number, to: number): number => {
  let width = 1
  while (from % (2 * width) === 0 && from + 2 * width <= to) width *= 2
  return width
}

/**
 * The root that a tree, known by its frontier, grows into along a path; undefined for a path of
 * another length. Where it is the root that somebody else knows, their tree begins with this one.
 */
export const grown = (
  size: number,
  frontier: readonly string[],
  path: readonly string[],
  to: number,
): string | undefined => {
  const tree = new MerkleTree(
    size,
    frontier.map((it) => Buffer.from(it, 'hex')),
  )
  for (const root of path) {
    if (tree.size >= to) return undefined
    tree.appendSubtree(Buffer.from(root, 'hex'), nextWidth(tree.size, to))
  }
  return tree.size === to ? tree.root().toString('hex') : undefined
}
