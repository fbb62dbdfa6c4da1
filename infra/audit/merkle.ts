import { hash } from 'node:crypto'

/** A SHA-256, 32 bytes. */
export type Hash = Buffer

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

export const sha256 = (...parts: readonly Uint8Array[]): Hash =>
  hash('sha256', Buffer.concat(parts), 'buffer')

/** RFC 6962, section 2.1: leaves and nodes are told apart, or one could pass for the other. */
export const leafHash = (leaf: Uint8Array): Hash => sha256(leafPrefix, leaf)
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right)

/** Leaves of the complete subtrees that so many leaves fall into, largest first: the bits of the number. */
export const subtrees = (size: number): number[] => {
  const sizes: number[] = []
  for (let width = 2 ** Math.floor(Math.log2(size || 1)), rest = size; rest > 0; width /= 2)
    if (width <= rest) {
      sizes.push(width)
      rest -= width
    }
  return sizes
}

/**
 * A Merkle tree that only its right edge is kept of: roots of complete subtrees, one for each bit
 * of the number of leaves. Enough to append, and to tell the root at any time.
 */
export class MerkleTree {
  #size: number
  readonly #frontier: Hash[]

  /** @throws {RangeError} when so many leaves have another frontier. */
  constructor(size = 0, frontier: readonly Hash[] = []) {
    if (subtrees(size).length !== frontier.length)
      throw new RangeError(`${size} leaves do not have a frontier of ${frontier.length}`)
    this.#size = size
    this.#frontier = [...frontier]
  }

  get size(): number {
    return this.#size
  }

  /** Largest subtree first. */
  get frontier(): readonly Hash[] {
    return [...this.#frontier]
  }

  append(leaf: Uint8Array): void {
    this.appendSubtree(leafHash(leaf), 1)
  }

  /** Appends so many leaves by the root over them: a power of two that divides the size. */
  appendSubtree(root: Hash, width: number): void {
    let subtree = root
    // As in counting: each 1 at the end of the number carries.
    for (let carry = this.#size / width; carry % 2 === 1; carry = (carry - 1) / 2) {
      const left = this.#frontier.pop()
      if (left) subtree = nodeHash(left, subtree)
    }
    this.#frontier.push(subtree)
    this.#size += width
  }

  /** Of the leaves so far; without any, the hash of nothing. */
  root(): Hash {
    const [last, ...others] = this.#frontier.toReversed()
    if (!last) return sha256()
    return others.reduce((right, left) => nodeHash(left, right), last)
  }
}
