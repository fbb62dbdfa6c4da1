import { createHash } from 'node:crypto'
import { describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { type Hash, MerkleTree } from '../../../infra/audit/merkle.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(30_000)

const sha256 = (...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 6962, section 2.1, word for word: split at the largest power of two below n. */
const treeHash = (leaves: readonly Uint8Array[]): Hash => {
  const [first] = leaves
  if (!first) return sha256()
  if (leaves.length === 1) return sha256(Buffer.of(0), first)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

const treeOf = (leaves: readonly Uint8Array[], tree = new MerkleTree()): MerkleTree => {
  for (const leaf of leaves) tree.append(leaf)
  return tree
}

/** The leaves of Certificate Transparency's reference implementation. */
const known = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
known.push(Buffer.from('606162636465666768696a6b6c6d6e6f', 'hex'))

describe('the tree', () => {
  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of the first %i known leaves has the known root', (size, root) => {
    expect(treeOf(known.slice(0, size)).root().toString('hex')).toBe(root)
  })

  test('is that of the definition, whatever its leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 70 }), (leaves) => {
        expect(treeOf(leaves).root()).toEqual(treeHash(leaves))
      }),
      { numRuns: 60 },
    )
  })

  test('can be gone on from at any time', () => {
    const leaves = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 40 })
    fc.assert(
      fc.property(leaves, leaves, (before, after) => {
        const first = treeOf(before)
        const resumed = new MerkleTree(first.size, first.frontier)
        expect(resumed.root()).toEqual(first.root())
        expect(treeOf(after, resumed).root()).toEqual(treeHash([...before, ...after]))
      }),
      { numRuns: 60 },
    )
  })

  test('cannot be gone on from with a frontier of another size', () => {
    const { frontier } = treeOf(known.slice(0, 3))
    expect(() => new MerkleTree(4, frontier)).toThrow(RangeError)
    expect(() => new MerkleTree(0, frontier)).toThrow(RangeError)
  })
})
