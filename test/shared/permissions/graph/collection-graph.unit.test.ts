import { describe, expect, test } from '@jest/globals'
import { graphTrialOf } from '../../../../command-service/collection/graph-trial.ts'
import type { WantedCollectionLevels } from '../../../../shared/contract/collection-graph.ts'
import type { DomainEvent } from '../../../../shared/events/index.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import {
  collectionLevelsOf,
  graphCollectionIds,
  reviseCollectionGraph,
} from '../../../../shared/permissions/graph/collection-graph.ts'
import { collectionGraphTag } from '../../../../shared/permissions/graph/graph-tag.ts'
import {
  collectionsRevised,
  created,
  livingHistory,
  people,
} from '../../../support/some-collections.ts'
import { happened, historyOf, recordAll } from '../../../support/some-history.ts'

const access = [{ group: 3, level: 'read' as const }]

/** 10 and 20 in the root, 11 archived, 12 inside user 2's personal collection. */
const world: readonly DomainEvent[] = [
  ...people,
  created(10, { access }),
  created(11, { access }),
  created(12, { parentId: 2 }),
  created(20),
  { type: 'CollectionArchived', data: { collectionId: 11, cascade: [] } },
]
const state = livingHistory(...world).state()

describe('the collection graph', () => {
  test('is about what is neither archived nor personal', () => {
    expect(graphCollectionIds(state)).toEqual(['root', 10, 20])
  })

  test('says `none` where nothing was said, and that admins may do everything', () => {
    const ids = graphCollectionIds(state)
    expect(collectionLevelsOf(state, 1, ids)).toEqual({ root: 'write', 10: 'none', 20: 'none' })
    expect(collectionLevelsOf(state, 2, ids)).toEqual({ root: 'write', 10: 'write', 20: 'write' })
    expect(collectionLevelsOf(state, 3, ids)).toEqual({ root: 'none', 10: 'read', 20: 'none' })
  })
})

describe('a request', () => {
  const changes = (wanted: WantedCollectionLevels) => reviseCollectionGraph(state, wanted)
  const refusedAt = (wanted: WantedCollectionLevels) => {
    try {
      changes(wanted)
      return undefined
    } catch (error) {
      return error instanceof Refusal ? Object.keys(error.extras.errors ?? {}) : error
    }
  }

  test('changes what it names, where that is otherwise', () => {
    expect(changes({ 1: { root: 'read', 10: 'none' }, 3: { 10: 'read', 20: 'write' } })).toEqual([
      { group: 1, collection: 'root', from: 'write', to: 'read' },
      { group: 3, collection: 20, from: null, to: 'write' },
    ])
    expect(changes({})).toEqual([])
    expect(changes({ 1: {}, 2: { root: 'write', 10: 'write' } })).toEqual([])
  })

  test('says nothing about personal and archived collections', () => {
    expect(changes({ 1: { 1: 'write', 2: 'write', 11: 'write', 12: 'write' } })).toEqual([])
  })

  test('cannot name what is not there, nor take anything from admins', () => {
    expect(refusedAt({ 9: { root: 'read' } })).toEqual(['groups.9'])
    expect(refusedAt({ 3: { 10: 'write', 99: 'read' } })).toEqual(['groups.3.99'])
    expect(refusedAt({ 2: { root: 'read' } })).toEqual(['groups.2.root'])
    expect(refusedAt({ 2: { 20: 'none' } })).toEqual(['groups.2.20'])
  })

  test('can be tried out: who comes to have what, and who loses it', () => {
    const wanted = { 1: { root: 'none' as const, 10: 'read' as const, 20: 'read' as const } }
    expect(graphTrialOf(state, changes(wanted))).toEqual({
      dry_run: true,
      revision: 0,
      changes: [
        { group_id: 1, collection_id: 10, from: null, to: 'read' },
        { group_id: 1, collection_id: 20, from: null, to: 'read' },
        { group_id: 1, collection_id: 'root', from: 'write', to: 'none' },
      ],
      gains: [
        { user_ids: [2, 3], right: 'collection', collection_id: 20, from: 'none', to: 'read' },
        { user_ids: [3], right: 'collection', collection_id: 10, from: 'none', to: 'read' },
      ],
      losses: [
        { user_ids: [2, 3], right: 'collection', collection_id: 'root', from: 'write', to: 'none' },
      ],
    })
  })

  test('touches nobody who is deactivated', () => {
    const without = livingHistory(...world, happened.deactivated(3)).state()
    const { gains } = graphTrialOf(without, reviseCollectionGraph(without, { 1: { 10: 'read' } }))
    expect(gains).toEqual([])
  })
})

test('its tag moves with revisions, groups and collections, and with nothing else', () => {
  const tagAfter = (...more: readonly DomainEvent[]) => {
    const history = historyOf(recordAll([...world, ...more]))
    return collectionGraphTag(history, history.position)
  }
  const before = tagAfter()
  expect(tagAfter(happened.database(5), happened.left(3, 2))).toBe(before)
  expect(tagAfter(created(30))).not.toBe(before)
  expect(tagAfter(happened.group(9))).not.toBe(before)
  expect(tagAfter(collectionsRevised(1, []))).toBe('"1"')
  expect(tagAfter(collectionsRevised(1, []), created(30))).toBe('"1.1"')
})
