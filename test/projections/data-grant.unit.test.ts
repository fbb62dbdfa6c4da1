import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dataGrantProjection } from '../../projections/data-grant.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { dataRightsOf } from '../../shared/permissions/data-rights.ts'
import { administratorsId } from '../../shared/permissions/default-groups.ts'
import { effectiveAccess, groupsInForce } from '../../shared/permissions/effective.ts'
import { mayRead } from '../../shared/permissions/levels.ts'
import { dataGrants, nativeGrants } from '../../shared/views/grant.ts'
import { accessLog } from '../support/access-log.ts'
import { projected } from '../support/memory-tables.ts'
import { databaseConnected, groupCreated } from '../support/projection-lab.ts'
import { someTables, someWantedAccess } from '../support/some-access.ts'

const userRegistered = (userId: number): Message => ({
  type: 'UserRegistered',
  data: {
    userId,
    membershipId: userId,
    emailKey: '',
    email: '',
    firstName: '',
    lastName: '',
    locale: null,
    ssoSource: null,
  },
})
const memberAdded = (groupId: number, userId: number): Message => ({
  type: 'GroupMemberAdded',
  data: { groupId, userId, membershipId: groupId * 100 + userId, isGroupManager: false },
})
const gone = {
  group: (groupId: number): Message => ({ type: 'GroupDeleted', data: { groupId } }),
  database: (databaseId: number): Message => ({ type: 'DatabaseDeleted', data: { databaseId } }),
}

const beginning: readonly Message[] = [
  ...[1, 2, 3, 4, 5].map((id) => groupCreated(id)),
  databaseConnected(1, true),
  databaseConnected(2),
  databaseConnected(3),
  ...[1, 2, 3, 4].map(userRegistered),
  { type: 'AdminGranted', data: { userId: 1, membershipId: 50 } },
  memberAdded(3, 2),
  memberAdded(4, 2),
  memberAdded(4, 3),
  memberAdded(5, 3),
]
const [groupIds, databaseIds, userIds] = [
  [1, 3, 4, 5],
  [1, 2, 3],
  [1, 2, 3, 4],
]

type Rights = readonly unknown[]

const byState = (state: AccessState): Rights =>
  userIds.flatMap((userId) =>
    state.databaseIds().map((databaseId) => {
      const access = effectiveAccess(state, groupsInForce(state, userId), databaseId)
      const sql = access.native === 'write'
      const parts = [...access.parts].flatMap(([schema, tables]) => [
        access.data({ schema }),
        ...[...tables].map((table) => access.data({ schema, table })),
      ])
      return {
        sql,
        sees: sql || [access.data({}), ...parts].some(mayRead),
        tables: someTables.map((place) => mayRead(access.data(place))),
      }
    }),
  )

const byRows = (state: AccessState, log: readonly Message[]): Rights => {
  const { rows } = projected([dataGrantProjection], ...log)
  return userIds.flatMap((userId) => {
    const groups = state.groupIdsOf(userId)
    const rights = dataRightsOf(
      groups.includes(administratorsId),
      rows(dataGrants).filter((row) => groups.includes(row.group_id)),
      rows(nativeGrants).filter((row) => groups.includes(row.group_id)),
    )
    return state.databaseIds().map((db_id) => ({
      sql: rights.mayRunNative(db_id),
      sees: rights.maySeeDatabase(db_id),
      tables: someTables.map(({ schema, table }) =>
        rights.mayQueryTable({ db_id, schema, id: table }),
      ),
    }))
  })
}

type Step = (log: ReturnType<typeof accessLog>) => void

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...groupIds), fc.constantFrom(...databaseIds), someWantedAccess)
      .map(
        ([group, database, data]): Step =>
          (log) => {
            log.put({ [group]: { [database]: { data } } } as never)
          },
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(3, 4, 5).map(
      (id): Step =>
        (log) => {
          if (log.history.at().groupName(id)) log.add(gone.group(id))
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...databaseIds).map(
      (id): Step =>
        (log) => {
          if (log.history.at().databaseName(id)) log.add(gone.database(id))
        },
    ),
  },
)

test('what is enforced is what the history says, for everybody and every table', () => {
  fc.assert(
    fc.property(fc.array(someStep, { maxLength: 12 }), (steps) => {
      const log = accessLog(...beginning)
      for (const step of steps) {
        step(log)
        const state = log.history.at()
        expect(byRows(state, log.messages)).toEqual(byState(state))
      }
    }),
    { numRuns: 100 },
  )
})

const grants = (...log: readonly Message[]) => {
  const { rows } = projected([dataGrantProjection], ...log)
  return { data: rows(dataGrants), native: rows(nativeGrants) }
}

test('the sample database is there for everybody, another one for nobody', () => {
  expect(grants(...beginning)).toEqual({
    data: [{ group_id: 1, database_id: 1, schema: '*', table_id: 0, level: 'all' }],
    native: [{ group_id: 1, database_id: 1, level: 'none' }],
  })
})

test('each cell is a row until nothing is said about it any more', () => {
  const log = accessLog(...beginning)
  log.put({ 3: { 2: { data: { schemas: { public: 'read', sales: { 21: 'all' } } } } } })
  expect(grants(...log.messages).data.filter(({ group_id }) => group_id === 3)).toEqual([
    { group_id: 3, database_id: 2, schema: 'public', table_id: 0, level: 'read' },
    { group_id: 3, database_id: 2, schema: 'sales', table_id: 21, level: 'all' },
  ])
  log.put({ 3: { 2: { data: { schemas: 'none' } } } })
  expect(grants(...log.messages).data.filter(({ group_id }) => group_id === 3)).toEqual([
    { group_id: 3, database_id: 2, schema: '*', table_id: 0, level: 'none' },
  ])
})

test('nothing is left of a group or a database that is gone', () => {
  const log = accessLog(...beginning)
  const said = { data: { schemas: 'all', native: 'write' } } as const
  log.put({ 3: { 2: said, 3: said }, 4: { 2: said } })
  const pairs = (...more: Message[]) => {
    const { data, native } = grants(...log.messages, ...more)
    expect(native.map(({ level: _, ...pair }) => pair)).toEqual(
      data.map(({ group_id, database_id }) => ({ group_id, database_id })),
    )
    return data.map(({ group_id, database_id }) => `${group_id}/${database_id}`)
  }
  expect(pairs()).toEqual(['1/1', '3/2', '3/3', '4/2'])
  expect(pairs(gone.group(3))).toEqual(['1/1', '4/2'])
  expect(pairs(gone.database(2))).toEqual(['1/1', '3/3'])
})
