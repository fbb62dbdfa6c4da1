import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { DomainEvent } from '../../../../shared/events/index.ts'
import { type DatabaseAccess, levelAt } from '../../../../shared/permissions/data-access.ts'
import { changedCells } from '../../../../shared/permissions/history/changed-cells.ts'
import { groupIdsIn, type NaiveAccess, naiveAccess } from '../../../support/naive-access.ts'
import { someTables } from '../../../support/some-access.ts'
import { happened, historyOf, recordAll, someLife } from '../../../support/some-history.ts'

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/** The level the naive fold has at each place of the small world. */
const levelsIn = (naive: NaiveAccess, group_id: number, database_id: number) =>
  someTables.map(({ schema, table }) => {
    const cell = (...[name, id]: [string, number]) =>
      naive.data.get(JSON.stringify([group_id, database_id, name, id]))?.level
    return cell('*', 0) ?? cell(schema, 0) ?? cell(schema, table) ?? 'none'
  })

const levelsOf = (access: DatabaseAccess | undefined) =>
  someTables.map((place) => (access ? levelAt(access, place) : 'none'))

test('the state at every position is a fold of the log up to it', () => {
  fc.assert(
    fc.property(someLife, (life) => {
      const events = recordAll(life)
      const history = historyOf(events)
      expect(history.at(0n).userIds()).toEqual([])
      for (const [index, { position }] of events.entries()) {
        const naive = naiveAccess(life.slice(0, index + 1))
        // A position between two events is still right after the first of them.
        const state = history.at(position + BigInt(index % 3))
        expect(state.revision).toBe(naive.revision)
        expect(state.userIds()).toEqual(ascending(naive.users.keys()))
        expect(state.groupIds()).toEqual(ascending(naive.groups.keys()))
        expect(state.databaseIds()).toEqual(ascending(naive.databases.keys()))
        for (const [userId, status] of naive.users) {
          expect(state.userStatus(userId)).toBe(status)
          expect(state.groupIdsOf(userId)).toEqual(groupIdsIn(naive, userId))
        }
        for (const groupId of naive.groups.keys()) {
          expect(state.groupName(groupId)).toBe(naive.groups.get(groupId))
          if (groupId === 2) continue
          for (const databaseId of naive.databases.keys()) {
            const access = state.access(groupId, databaseId)
            expect(levelsOf(access)).toEqual(levelsIn(naive, groupId, databaseId))
            const native = naive.native.get(`${groupId} ${databaseId}`)?.level
            expect(access?.native ?? 'none').toBe(native ?? 'none')
          }
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('what was answered about the past stays true whatever comes after', () => {
  fc.assert(
    fc.property(someLife, fc.nat(), (life, at) => {
      const events = recordAll(life)
      const half = events.slice(0, 1 + (at % events.length))
      const whole = historyOf(events)
      const then = historyOf(half)
      const state = whole.at(then.position)
      expect(state.groupIds()).toEqual(then.at().groupIds())
      for (const groupId of state.groupIds()) {
        expect(state.memberIdsOf(groupId)).toEqual(then.at().memberIdsOf(groupId))
        for (const databaseId of state.databaseIds())
          expect(state.access(groupId, databaseId)).toEqual(then.at().access(groupId, databaseId))
      }
    }),
    { numRuns: 60 },
  )
})

test('the cells that changed lead from one moment to the other, in both directions', () => {
  fc.assert(
    fc.property(someLife, fc.nat(), fc.nat(), (life, a, b) => {
      const history = historyOf(recordAll(life))
      const cellsAfter = (count: number) => {
        const { data, native } = naiveAccess(life.slice(0, count))
        return new Map<string, string>([
          ...[...data].map(([key, { level }]) => [key, level] as const),
          ...[...native].map(([key, { level }]) => [key, level] as const),
        ])
      }
      const [from, to] = [a % (life.length + 1), b % (life.length + 1)]
      const cells = cellsAfter(from)
      for (const { change } of changedCells(history.ledger, BigInt(from * 3), BigInt(to * 3))) {
        const { group, database } = change
        const key =
          change.right === 'native'
            ? `${group} ${database}`
            : JSON.stringify([group, database, change.schema ?? '*', change.table ?? 0])
        expect(cells.get(key) ?? null).toBe(change.from)
        if (change.to === null) cells.delete(key)
        else cells.set(key, change.to)
      }
      expect(new Map([...cells].sort())).toEqual(new Map([...cellsAfter(to)].sort()))
    }),
    { numRuns: 60 },
  )
})

describe('a history', () => {
  const all = { group: 3, database: 5, right: 'data', from: null, to: 'all' } as const
  const base: readonly DomainEvent[] = [
    happened.group(1, 'All Users'),
    happened.group(3, 'Analysts'),
    happened.registered(7),
    happened.database(5),
    happened.joined(3, 7),
    happened.revised(1, [all], 'first'),
  ]
  const logWith = (...more: readonly DomainEvent[]) => historyOf(recordAll([...base, ...more]))

  test('ends grants and memberships with their group, and keeps what was', () => {
    const history = logWith(happened.groupDeleted(3))
    expect(history.at().access(3, 5)).toBeUndefined()
    expect(history.at().groupIdsOf(7)).toEqual([1])
    expect(history.at(18n).access(3, 5)?.schemas).toBe('all')
    expect(history.at(18n).groupIdsOf(7)).toEqual([1, 3])
    const cell = history.ledger.pairs.get(3)?.get(5)?.cell()
    expect(cell?.changes().map(({ value, since: { type } }) => [value, type])).toEqual([
      ['all', 'PermissionsGraphRevised'],
      [null, 'GroupDeleted'],
    ])
  })

  test('ends grants with their database, and an id given anew would start from nothing', () => {
    const history = logWith(happened.databaseDeleted(5))
    expect(history.at().databaseName(5)).toBeUndefined()
    expect(history.at().access(3, 5)).toBeUndefined()
    expect(history.at(18n).access(3, 5)?.schemas).toBe('all')
  })

  test('knows whether actions may write to a database: where nobody said they may not', () => {
    const switched = (isOn: boolean): DomainEvent => ({
      type: 'DatabaseActionsSwitched',
      data: { databaseId: 5, isOn },
    })
    const history = logWith(switched(false), happened.database(6), switched(true))
    const at = [18n, 21n, 24n, 27n].map((position) => history.at(position).hasActions(5))
    expect(at).toEqual([true, false, false, true])
    expect(history.at(24n).hasActions(6)).toBe(true)
  })

  test('knows every membership there ever was, and when the present one began', () => {
    const history = logWith(
      happened.left(3, 7),
      happened.joined(3, 7, 999),
      happened.manages(3, 7, 999),
    )
    expect(history.at().membership(3, 7)).toEqual({ id: 999, isGroupManager: true })
    expect(history.at(21n).membership(3, 7)).toBeUndefined()
    expect(history.ledger.membershipIds.get(307)).toEqual({ groupId: 3, userId: 7 })
    expect(history.ledger.membershipIds.get(999)).toEqual({ groupId: 3, userId: 7 })
  })

  test('has admins as members of Administrators, with full access as long as they are', () => {
    const history = logWith(
      happened.group(2, 'Administrators'),
      happened.adminGranted(7),
      happened.adminRevoked(7),
    )
    expect(history.at(24n).groupIdsOf(7)).toEqual([1, 2, 3])
    expect(history.at(27n).groupIdsOf(7)).toEqual([1, 3])
    expect(history.at().access(2, 5)).toEqual({ schemas: 'all', native: 'write' })
  })

  test('knows tables as syncs found them, and forgets none', () => {
    const history = logWith(
      happened.table(12, 5, 'sales', 'people'),
      happened.table(11, 5, 'public', 'orders'),
      happened.tableRetired(12),
      happened.tableRestored(12),
      happened.databaseDeleted(5),
    )
    const people = { databaseId: 5, schema: 'sales', name: 'people' }
    const seenAt = (position: bigint) => {
      const state = history.at(position)
      return [state.tableIds(5), state.table(12)]
    }
    expect(seenAt(18n)).toEqual([[], undefined])
    expect(seenAt(21n)).toEqual([[12], { ...people, active: true }])
    expect(seenAt(27n)).toEqual([[11, 12], { ...people, active: false }])
    expect(seenAt(30n)).toEqual([[11, 12], { ...people, active: true }])
    expect(seenAt(33n)).toEqual([[], undefined])
    expect(history.at(30n).table(11)).toMatchObject({ schema: 'public', name: 'orders' })
    expect(history.at().tableIds(6)).toEqual([])
    const retired = history.ledger.moments.find(({ type }) => type === 'TableRetired')
    expect(history.positionAtTime(retired?.at ?? '')).toBe(27n)
  })

  test('passes over what does not bear on access', () => {
    const history = logWith()
    const [last] = recordAll([{ type: 'UserLoggedIn', data: { userId: 7, method: 'password' } }])
    if (last) history.record({ ...last, position: 99n })
    expect(history.position).toBe(99n)
    expect(history.ledger.moments).toHaveLength(base.length)
  })
})
