import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { DomainEvent } from '../../../shared/events/index.ts'
import { collectionRightsAt, treeAt } from '../../../shared/permissions/collection-rights.ts'
import {
  ancestorsOf,
  depthOf,
  descendantsOf,
  heightOf,
  personalOwnerOf,
  type TreeNode,
} from '../../../shared/permissions/collection-tree.ts'
import {
  created,
  liveInCollections,
  livingHistory,
  people,
  someCollectionActs,
} from '../../support/some-collections.ts'
import { happened } from '../../support/some-history.ts'

describe('what somebody may do with a collection', () => {
  const level = (userId: number, id: number | 'root', ...more: DomainEvent[]) =>
    collectionRightsAt(livingHistory(...people, ...more).state(), userId).level(id)

  test('is what the most permissive of their groups may do', () => {
    const shelf = created(10, {
      access: [
        { group: 1, level: 'read' },
        { group: 3, level: 'write' },
      ],
    })
    expect([1, 2, 3].map((userId) => level(userId, 10, shelf))).toEqual(['write', 'write', 'read'])
    expect(level(2, 10, shelf, happened.left(3, 2))).toBe('read')
    expect(level(3, 10, created(10))).toBe('none')
    expect(level(1, 10, created(10))).toBe('write')
    expect([1, 2, 3].map((userId) => level(userId, 'root'))).toEqual(['write', 'write', 'write'])
  })

  test('is everything in one’s own personal collection and nothing in others’', () => {
    const inside = created(10, { parentId: 2, access: [{ group: 1, level: 'write' }] })
    const deeper = created(11, { parentId: 10 })
    for (const id of [2, 10, 11])
      expect([1, 2, 3].map((userId) => level(userId, id, inside, deeper))).toEqual([
        'write',
        'write',
        'none',
      ])
  })

  test('is nothing for nobody', () => {
    expect(level(99, 'root')).toBe('none')
  })
})

describe('a tree of collections', () => {
  const node = (parentId: number | null, personalOwnerId: number | null = null): TreeNode => ({
    parentId,
    personalOwnerId,
  })

  /** 1 holds 2, which holds 3 and 4; 5 is user 9's and holds 6; what held 7 is gone. */
  const tree = new Map([
    [1, node(null)],
    [2, node(1)],
    [3, node(2)],
    [4, node(2)],
    [5, node(null, 9)],
    [6, node(5)],
    [7, node(99)],
  ])

  test('knows what is around and inside of each', () => {
    expect([1, 3, 7].map((id) => ancestorsOf(tree, id))).toEqual([[], [1, 2], []])
    expect([1, 3, 5].map((id) => descendantsOf(tree, id))).toEqual([[2, 3, 4], [], [6]])
    expect([null, 1, 3].map((id) => depthOf(tree, id))).toEqual([0, 1, 3])
    expect([1, 2, 4].map((id) => heightOf(tree, id))).toEqual([3, 2, 1])
    expect([1, 5, 6, 7].map((id) => personalOwnerOf(tree, id))).toEqual([
      undefined,
      9,
      9,
      undefined,
    ])
  })

  test('does not lose itself in a circle', () => {
    const circle = new Map([
      [1, node(2)],
      [2, node(1)],
    ])
    expect(ancestorsOf(circle, 1)).toEqual([2])
    expect(descendantsOf(circle, 1)).toEqual([2, 1])
  })

  test('is the same seen from above and from below', () => {
    fc.assert(
      fc.property(someCollectionActs, (asked) => {
        const all = treeAt(liveInCollections(asked).state)
        for (const id of all.keys())
          expect(new Set(descendantsOf(all, id))).toEqual(
            new Set([...all.keys()].filter((other) => ancestorsOf(all, other).includes(id))),
          )
      }),
      { numRuns: 30 },
    )
  })
})
