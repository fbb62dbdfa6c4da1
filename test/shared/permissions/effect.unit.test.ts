import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { AccessEffect } from '../../../shared/contract/access-effect.ts'
import { accessEffect } from '../../../shared/contract/access-effect.ts'
import type { DomainEvent } from '../../../shared/events/index.ts'
import type { DatabaseAccess } from '../../../shared/permissions/data-access.ts'
import { effectOf } from '../../../shared/permissions/effect.ts'
import { effectiveAccess, groupsInForce } from '../../../shared/permissions/effective.ts'
import type { SchemaLevel } from '../../../shared/permissions/levels.ts'
import { stateAfter } from '../../../shared/permissions/state-after.ts'
import {
  type SmallWorld,
  someDatabaseAccess,
  someSchemas,
  someTables,
  stateOf,
} from '../../support/some-access.ts'
import { created, livingHistory, people } from '../../support/some-collections.ts'
import { happened } from '../../support/some-history.ts'

const database = 1
const groups = { 7: [1], 8: [1, 3], 9: [1, 2] }
const world = (access: Record<number, DatabaseAccess>, more: Partial<SmallWorld> = {}) =>
  stateOf({
    groups,
    ...more,
    access: Object.fromEntries(
      Object.entries(access).map(([group, its]) => [group, { [database]: its }]),
    ),
  })
const data = (schemas: DatabaseAccess['schemas']) => ({ schemas, native: 'none' }) as const
const among = { userIds: [9, 8, 7], databaseIds: [database], collectionIds: [] }

describe('a change of rights', () => {
  test('of everybody shows in everybody but admins', () => {
    expect(effectOf(world({}), world({ 1: data('read') }), among)).toEqual({
      gains: [{ user_ids: [7, 8], database_id: database, right: 'data', from: 'none', to: 'read' }],
      losses: [],
    })
  })

  test('shows in nobody who has the same from another group', () => {
    const before = world({ 1: data('read'), 3: data('all') })
    const after = world({ 3: data('write') })
    expect(effectOf(before, after, among)).toEqual({
      gains: [],
      losses: [{ user_ids: [7], database_id: database, right: 'data', from: 'read', to: 'none' }],
    })
  })

  test('leaves out what of a database stays', () => {
    const before = world({ 1: data('all') })
    const after = world({ 1: data({ public: 'all', sales: { 21: 'read' } }) })
    expect(effectOf(before, after, { ...among, userIds: [7] })).toEqual({
      gains: [],
      losses: [
        {
          user_ids: [7],
          database_id: database,
          right: 'data',
          from: 'all',
          to: 'none',
          except: [{ schema: 'public' }, { schema: 'sales', table_id: 21 }],
        },
        {
          user_ids: [7],
          database_id: database,
          right: 'data',
          schema: 'sales',
          table_id: 21,
          from: 'all',
          to: 'read',
        },
      ],
    })
  })

  test('of SQL is told apart, and only `write` is one', () => {
    const native = (level: 'write' | 'read' | 'none') =>
      world({ 1: { schemas: 'all', native: level } })
    const effect = (a: 'write' | 'read' | 'none', b: 'write' | 'read' | 'none') =>
      effectOf(native(a), native(b), { ...among, userIds: [7] })
    expect(effect('none', 'read')).toEqual({ gains: [], losses: [] })
    expect(effect('read', 'write').gains).toEqual([
      { user_ids: [7], database_id: database, right: 'native', from: 'read', to: 'write' },
    ])
    expect(effect('write', 'none').losses).toMatchObject([{ right: 'native', to: 'none' }])
  })

  test('of a group’s members is one of what they had from it', () => {
    const before = world({ 3: data('all') })
    const after = { ...before, groupIdsOf: () => [1] }
    expect(effectOf(before, after, { ...among, userIds: [8] }).losses).toMatchObject([
      { user_ids: [8], from: 'all', to: 'none' },
    ])
  })

  test('does nothing to the deactivated, and deactivation takes everything', () => {
    const had = world({ 1: data('all') })
    const gone = world({ 1: data('all') }, { deactivated: [7] })
    expect(
      effectOf(gone, world({}, { deactivated: [7] }), { ...among, userIds: [7] }).losses,
    ).toEqual([])
    expect(effectOf(had, gone, { ...among, userIds: [7] }).losses).toMatchObject([
      { user_ids: [7] },
    ])
  })
})

describe('a change of what is in whose hands', () => {
  const access = [{ group: 3, level: 'read' as const }]
  /** 10 is open to group 3, 12 is inside the personal collection of user 2, which is 2 itself. */
  const before = livingHistory(
    ...people,
    created(10, { access }),
    created(12, { parentId: 2 }),
    created(20),
  ).state()
  const collectionIds = ['root', ...before.collectionIds()] as const
  const effect = (...events: readonly DomainEvent[]) => {
    const { after, userIds } = stateAfter(before, events)
    return effectOf(before, after, { userIds, databaseIds: [], collectionIds })
  }
  const collection = (collection_id: number | 'root', user: number, from: string, to: string) => ({
    user_ids: [user],
    right: 'collection',
    collection_id,
    from,
    to,
  })

  test('tells of the collections a group opens', () => {
    expect(effect(happened.joined(3, 3))).toEqual({
      gains: [collection(10, 3, 'none', 'read')],
      losses: [],
    })
    expect(effect(happened.left(3, 2))).toEqual({
      gains: [],
      losses: [collection(10, 2, 'read', 'none')],
    })
  })

  test('lets an admin at everything, personal collections of others too', () => {
    const { gains, losses } = effect(happened.adminGranted(3))
    expect(losses).toEqual([])
    expect(gains).toContainEqual(collection(10, 3, 'none', 'write'))
    expect(gains).toContainEqual(collection(20, 3, 'none', 'write'))
    expect(gains).toContainEqual(collection(2, 3, 'none', 'write'))
    expect(gains).toContainEqual(collection(12, 3, 'none', 'write'))
    const ids = gains.map((entry) => entry.right === 'collection' && entry.collection_id)
    expect(ids).not.toContain('root')
    expect(ids).not.toContain(3)
  })

  test('takes everything from who is deactivated, their own collection as well', () => {
    const { gains, losses } = effect(happened.deactivated(2))
    expect(gains).toEqual([])
    expect(losses).toEqual([
      collection('root', 2, 'write', 'none'),
      collection(10, 2, 'read', 'none'),
      collection(2, 2, 'write', 'none'),
      collection(12, 2, 'write', 'none'),
    ])
  })
})

const reach = { none: 0, read: 1, write: 2, all: 2 }
type Place = { readonly schema?: string | undefined; readonly table_id?: number | undefined }
type DataEntry = Extract<AccessEffect['gains'][number], { right: 'data' }>

const covers = (outer: Place, inner: Place) =>
  (outer.schema === undefined || outer.schema === inner.schema) &&
  (outer.table_id === undefined || outer.table_id === inner.table_id)

/** What the entries say about a place: the one that covers it and does not except it. */
const toldOf = ({ gains, losses }: AccessEffect, user: number, place: Place) =>
  [...gains, ...losses].filter(
    (entry): entry is DataEntry =>
      entry.right === 'data' &&
      entry.user_ids.includes(user) &&
      covers(entry, place) &&
      !(entry.except ?? []).some((part) => covers(part, place)),
  )

const someState = fc.record({
  1: someDatabaseAccess,
  3: someDatabaseAccess,
  4: someDatabaseAccess,
})
const someGroups = fc.constantFrom([1], [1, 3], [1, 4], [1, 3, 4], [1, 2])

test('entries tell of every place exactly what happens to it', () => {
  const places: Place[] = [
    {},
    ...someSchemas.map((schema) => ({ schema })),
    ...someTables.map(({ schema, table }) => ({ schema, table_id: table })),
  ]
  fc.assert(
    fc.property(someState, someState, someGroups, someGroups, (a, b, had, has) => {
      const before = world(a, { groups: { 7: had, 8: had } })
      const after = world(b, { groups: { 7: has, 8: had } })
      const effect = effectOf(before, after, { ...among, userIds: [7, 8] })
      expect(accessEffect.parse(effect)).toEqual(effect)
      for (const user of [7, 8])
        for (const place of places) {
          const levelIn = (state: typeof before): SchemaLevel =>
            effectiveAccess(state, groupsInForce(state, user), database).data({
              schema: place.schema,
              table: place.table_id,
            })
          const [from, to] = [levelIn(before), levelIn(after)]
          const told = toldOf(effect, user, place)
          expect(told).toHaveLength(reach[from] === reach[to] ? 0 : 1)
          for (const entry of told)
            expect([reach[entry.from], reach[entry.to]]).toEqual([reach[from], reach[to]])
          const isGain = effect.gains.some((entry) => told[0] === entry)
          expect(isGain).toBe(reach[to] > reach[from])
        }
    }),
    { numRuns: 200 },
  )
})
