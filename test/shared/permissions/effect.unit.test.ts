import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { AccessEffect } from '../../../shared/contract/access-effect.ts'
import { accessEffect } from '../../../shared/contract/access-effect.ts'
import type { DatabaseAccess } from '../../../shared/permissions/data-access.ts'
import { effectOf } from '../../../shared/permissions/effect.ts'
import { effectiveAccess, groupsInForce } from '../../../shared/permissions/effective.ts'
import type { SchemaLevel } from '../../../shared/permissions/levels.ts'
import {
  type SmallWorld,
  someDatabaseAccess,
  someSchemas,
  someTables,
  stateOf,
} from '../../support/some-access.ts'

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
const among = { userIds: [9, 8, 7], databaseIds: [database] }

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
      const effect = effectOf(before, after, { userIds: [7, 8], databaseIds: [database] })
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
