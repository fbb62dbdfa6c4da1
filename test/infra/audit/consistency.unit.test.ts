import { describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { Growth, grown } from '../../../infra/audit/consistency.ts'
import { MerkleTree } from '../../../infra/audit/merkle.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(30_000)

const leaf = (index: number, salt = 0) => Uint8Array.of(index, salt)
const hex = (hash: Buffer) => hash.toString('hex')

const treeOf = (size: number, salt?: number) => {
  const tree = new MerkleTree()
  for (let index = 0; index < size; index += 1) tree.append(leaf(index, salt))
  return { root: hex(tree.root()), frontier: tree.frontier.map(hex) }
}

const pathOf = (from: number, to: number) => {
  const growth = new Growth(from)
  for (let index = from; index < to; index += 1) growth.append(leaf(index))
  return growth.path
}

describe('a proof that one tree goes on from another', () => {
  test('leads from every size to every later one', () => {
    for (let to = 0; to <= 40; to += 1)
      for (let from = 0; from <= to; from += 1) {
        const path = pathOf(from, to)
        expect(grown(from, treeOf(from).frontier, path, to)).toBe(treeOf(to).root)
        expect(path.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(to + 1)))
      }
  })

  test('leads elsewhere from another history, or by another path', () => {
    const sizes = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(sizes, sizes, fc.nat(), (from, more, at) => {
        const to = from + more
        const { root } = treeOf(to)
        const { frontier } = treeOf(from)
        const path = pathOf(from, to)
        expect(grown(from, treeOf(from, 1).frontier, path, to)).not.toBe(root)
        const spoiled = path.with(at % path.length, 'ab'.repeat(32))
        expect(grown(from, frontier, spoiled, to)).not.toBe(root)
        expect(grown(from, frontier, path.slice(1), to)).not.toBe(root)
        expect(grown(from, frontier, [...path, root], to)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })
})
