import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  refuseParent,
  type Tree,
  treeDecider,
} from '../../../command-service/collection/tree-decider.ts'
import type { CollectionTreeEvent } from '../../../shared/events/collection.ts'
import { decide, evolve, fold } from '../../../shared/kernel/decider.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { treeAt } from '../../../shared/permissions/collection-rights.ts'
import {
  ancestorsOf,
  deepestNesting,
  depthOf,
} from '../../../shared/permissions/collection-tree.ts'
import { givenFor } from '../../support/given.ts'
import {
  created,
  liveInCollections,
  personalOf,
  someCollectionActs,
} from '../../support/some-collections.ts'

const given = givenFor(treeDecider)

const within = (id: number, parentId: number) => created(id, { parentId })
const move = (
  collectionId: number,
  to: number | null,
  levels = [{ group: 1, level: 'read' as const }],
) => ({ type: 'MoveCollection', data: { collectionId, to, levels } }) as const
const archive = (collectionId: number) =>
  ({ type: 'ArchiveCollection', data: { collectionId } }) as const
const restore = (collectionId: number) =>
  ({ type: 'RestoreCollection', data: { collectionId } }) as const
const remove = (collectionId: number) =>
  ({ type: 'DeleteCollection', data: { collectionId } }) as const

const moved = (collectionId: number, from: number | null, to: number | null, more: object = {}) =>
  ({
    type: 'CollectionMoved',
    data: { collectionId, from, to, cascade: [], access: [], ...more },
  }) as CollectionTreeEvent
const archived = (collectionId: number, ...cascade: number[]) =>
  ({ type: 'CollectionArchived', data: { collectionId, cascade } }) as const
const restored = (collectionId: number, ...cascade: number[]) =>
  ({ type: 'CollectionRestored', data: { collectionId, cascade } }) as const

/** 10 holds 11, which holds 12; 20 stands beside. */
const tree = [created(10), within(11, 10), within(12, 11), created(20)]

describe('moving', () => {
  test('hangs a collection somewhere else, with all that is in it', () => {
    given(...tree)
      .when(move(11, 20))
      .then(moved(11, 10, 20))
    given(...tree)
      .when(move(11, null))
      .then(moved(11, 10, null))
    given(...tree, moved(11, 10, 20))
      .when(move(20, 12))
      .thenRefuses('validation')
  })

  test('to where it is changes nothing', () => {
    given(...tree)
      .when(move(11, 10))
      .then()
    given(...tree)
      .when(move(10, null))
      .then()
  })

  test('into itself is refused, however deep', () => {
    for (const to of [10, 11, 12])
      given(...tree)
        .when(move(10, to))
        .thenRefuses('validation')
  })

  test('into what is archived or not there is refused', () => {
    given(...tree, archived(20))
      .when(move(11, 20))
      .thenRefuses('validation')
    given(...tree)
      .when(move(11, 99))
      .thenRefuses('not-found')
    given(...tree)
      .when(move(99, null))
      .thenRefuses('not-found')
  })

  test('out of a personal collection says what groups may do with it from now on', () => {
    const history = [personalOf(1, 1), within(11, 1), within(12, 11), created(20)]
    const access = [{ group: 1, level: 'read' }]
    given(...history)
      .when(move(11, 20))
      .then(moved(11, 1, 20, { cascade: [12], access }))
    given(...history, personalOf(2, 2))
      .when(move(11, 2))
      .then(moved(11, 1, 2))
    given(...history)
      .when(move(20, 1))
      .then(moved(20, null, 1))
  })
})

describe('nesting', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index) =>
      created(100 + index, index === 0 ? {} : { parentId: 99 + index }),
    )
  const deepest = fold(treeDecider, chain(deepestNesting))

  test('ends somewhere', () => {
    expect(depthOf(deepest, 99 + deepestNesting)).toBe(deepestNesting)
    expect(() => refuseParent(deepest, 98 + deepestNesting)).not.toThrow()
    expect(() => refuseParent(deepest, 99 + deepestNesting)).toThrow(Refusal)
  })

  test('counts what is inside of what is moved', () => {
    const bag = [created(1), within(2, 1), within(3, 2)]
    const last = 99 + deepestNesting
    given(...chain(deepestNesting), ...bag)
      .when(move(1, last - 3))
      .then(moved(1, null, last - 3))
    given(...chain(deepestNesting), ...bag)
      .when(move(1, last - 2))
      .thenRefuses('validation')
  })
})

describe('archiving', () => {
  test('takes along what is inside and not archived already', () => {
    given(...tree)
      .when(archive(10))
      .then(archived(10, 11, 12))
    given(...tree, archived(11, 12))
      .when(archive(10))
      .then(archived(10))
    given(...tree, archived(12))
      .when(archive(10))
      .then(archived(10, 11))
    given(...tree, archived(10, 11, 12))
      .when(archive(10))
      .then()
    given(...tree, archived(10, 11, 12))
      .when(archive(11))
      .then()
  })

  test('is undone for just those', () => {
    given(...tree, archived(12), archived(10, 11))
      .when(restore(10))
      .then(restored(10, 11))
    given(...tree)
      .when(restore(10))
      .then()
  })

  test('is not undone inside of what stays archived, unless it is moved out', () => {
    const all = [...tree, archived(10, 11, 12)]
    given(...all)
      .when(restore(11))
      .thenRefuses('validation')
    given(...all, moved(11, 10, 20))
      .when(restore(11))
      .then(restored(11, 12))
    given(...all, moved(11, 10, 20), restored(11, 12))
      .when(restore(10))
      .then(restored(10))
  })
})

describe('deleting', () => {
  test('takes along all that is inside', () => {
    given(...tree, archived(10, 11, 12))
      .when(remove(10))
      .then({ type: 'CollectionDeleted', data: { collectionId: 10, cascade: [11, 12] } })
  })

  test('is for what is archived', () => {
    given(...tree)
      .when(remove(10))
      .thenRefuses('validation')
    given(...tree)
      .when(remove(99))
      .thenRefuses('not-found')
  })
})

test('a personal collection stays where it is', () => {
  for (const command of [move(1, 20), archive(1), remove(1)])
    given(personalOf(1, 1), created(20)).when(command).thenRefuses('validation')
})

test('whatever people do, it stays a tree, and what is archived hides all that is inside', () => {
  fc.assert(
    fc.property(someCollectionActs, (asked) => {
      liveInCollections(asked, (state) => {
        const now = treeAt(state)
        for (const [id, { parentId, archived: isArchived }] of now) {
          const line = ancestorsOf(now, id)
          expect(line).not.toContain(id)
          expect(now.get(line[0] ?? id)?.parentId).toBeNull()
          expect(line.length).toBeLessThan(deepestNesting)
          const parent = parentId === null ? undefined : now.get(parentId)
          if (parent?.archived) expect(isArchived).toBe(true)
        }
      })
    }),
    { numRuns: 60 },
  )
})

test('what is archived and restored is as it was before', () => {
  fc.assert(
    fc.property(someCollectionActs, fc.nat(), (asked, index) => {
      const last: Tree = treeAt(liveInCollections(asked).state)
      const open = [...last].filter(([, it]) => !it.archived && it.personalOwnerId === null)
      const [id] = open[index % Math.max(1, open.length)] ?? []
      if (id === undefined) return
      const after = [archive(id), restore(id)].reduce(
        (it, command) =>
          decide(treeDecider, command, it).reduce((t, e) => evolve(treeDecider, t, e), it),
        last,
      )
      expect([...after]).toEqual([...last])
    }),
    { numRuns: 60 },
  )
})
