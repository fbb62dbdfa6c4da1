import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { collectionProjection } from '../../projections/collection.ts'
import { collectionGrantProjection } from '../../projections/collection-grant.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { collectionGrants, collections } from '../../shared/views/collection.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'
import {
  collectionsRevised,
  created,
  liveInCollections,
  personalOf,
  someCollectionActs,
} from '../support/some-collections.ts'
import { happened } from '../support/some-history.ts'

const views = [collectionProjection, collectionGrantProjection]
const shown = (...history: readonly DomainEvent[]) => projected(views, ...history).rows(collections)
const granted = (...history: readonly DomainEvent[]) =>
  projected(views, ...history)
    .rows(collectionGrants)
    .map(({ group_id, collection_id, level }) => [group_id, collection_id, level])

const access = [
  { group: 1, level: 'write' as const },
  { group: 3, level: 'read' as const },
]

describe('a collection', () => {
  test('is shown as it was made, and as it was changed since', () => {
    const made = created(7, { parentId: 4, description: 'Old', authorityLevel: 'official' })
    const row = {
      id: 7,
      name: 'Collection 7',
      description: 'Old',
      parent_id: 4,
      personal_owner_id: null,
      authority_level: 'official',
      archived: false,
      created_at: at(1),
      updated_at: at(1),
    }
    expect(shown(made)).toEqual([row])
    const data = { collectionId: 7, name: 'New', description: null, authorityLevel: null }
    expect(shown(made, { type: 'CollectionChanged', data })).toEqual([
      { ...row, name: 'New', description: null, authority_level: null, updated_at: at(2) },
    ])
  })

  test('comes and goes with what it is in', () => {
    const history = [created(7), created(8, { parentId: 7 }), created(9)]
    const cascade = { collectionId: 7, cascade: [8] }
    const archivedAfter = (...more: DomainEvent[]) =>
      shown(...history, ...more).map(({ id, archived }) => [id, archived])
    const archived: DomainEvent = { type: 'CollectionArchived', data: cascade }
    const restored: DomainEvent = { type: 'CollectionRestored', data: cascade }
    const deleted: DomainEvent = { type: 'CollectionDeleted', data: cascade }
    expect(archivedAfter(archived)).toEqual([
      [7, true],
      [8, true],
      [9, false],
    ])
    expect(archivedAfter(archived, restored)).toEqual([
      [7, false],
      [8, false],
      [9, false],
    ])
    expect(archivedAfter(archived, deleted)).toEqual([[9, false]])
  })

  test('of a person has no name: it is named after them wherever it is shown', () => {
    expect(shown(personalOf(5, 7))).toMatchObject([{ name: null, personal_owner_id: 5 }])
  })
})

describe('what groups may do', () => {
  const groups = [happened.group(1), happened.group(2), happened.group(3)]
  const root = [1, 0, 'write']

  test('begins with All Users writing on the root', () => {
    expect(granted(...groups)).toEqual([root])
  })

  test('is copied, revised, and gone with the group or the collection', () => {
    const made = [...groups, created(7, { access })]
    expect(granted(...made)).toEqual([root, [1, 7, 'write'], [3, 7, 'read']])
    const revised = collectionsRevised(1, [
      { group: 3, collection: 7, from: 'read', to: 'none' },
      { group: 1, collection: 'root', from: 'write', to: 'read' },
      { group: 1, collection: 7, from: 'write', to: null },
    ])
    expect(granted(...made, revised)).toEqual([
      [1, 0, 'read'],
      [3, 7, 'none'],
    ])
    expect(granted(...made, happened.groupDeleted(3))).toEqual([root, [1, 7, 'write']])
    const deleted: DomainEvent = {
      type: 'CollectionDeleted',
      data: { collectionId: 7, cascade: [] },
    }
    expect(granted(...made, deleted)).toEqual([root])
  })

  test('is said anew of all that leaves a personal collection', () => {
    const moved: DomainEvent = {
      type: 'CollectionMoved',
      data: { collectionId: 7, from: 4, to: null, cascade: [8], access },
    }
    expect(granted(created(7), created(8, { parentId: 7 }), moved)).toEqual([
      [1, 7, 'write'],
      [1, 8, 'write'],
      [3, 7, 'read'],
      [3, 8, 'read'],
    ])
  })
})

test('whatever people do, the rows say what the history says', () => {
  fc.assert(
    fc.property(someCollectionActs, (asked) => {
      const { state, events } = liveInCollections(asked)
      const tables = projected(views, ...events)
      const rows = tables.rows(collections)
      expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(state.collectionIds())
      for (const { id, parent_id: parentId, personal_owner_id: personalOwnerId, archived } of rows)
        expect(state.collection(id)).toMatchObject({ parentId, personalOwnerId, archived })
      const levels = new Map(
        tables
          .rows(collectionGrants)
          .map(({ group_id, collection_id, level }) => [`${group_id} ${collection_id}`, level]),
      )
      for (const group of [1, 3])
        for (const id of [0, ...state.collectionIds()])
          expect(levels.get(`${group} ${id}`) ?? 'none').toBe(
            state.collectionLevel(group, id === 0 ? 'root' : id) ?? 'none',
          )
    }),
    { numRuns: 80 },
  )
})
