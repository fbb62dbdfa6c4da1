import { describe, test } from '@jest/globals'
import { type DatabaseCommand, databaseDecider } from '../../../command-service/database/decider.ts'
import type { DatabaseEvent } from '../../../shared/events/database.ts'
import { givenFor } from '../../support/given.ts'
import { at } from '../../support/recorded.ts'

const given = givenFor(databaseDecider)

const shop = {
  databaseId: 5,
  name: 'Shop',
  engine: 'postgres',
  details: { host: 'db', port: 5432, dbname: 'shop', user: 'reader' },
  secretRef: 'secret-1',
  isSample: false,
  isFullSync: true,
  schedules: { metadata_sync: { schedule_type: 'hourly', schedule_hour: null } },
  creatorId: 1,
}
const databaseId = shop.databaseId
const connected: DatabaseEvent = { type: 'DatabaseConnected', data: shop }
const deleted: DatabaseEvent = { type: 'DatabaseDeleted', data: { databaseId } }

describe('connecting', () => {
  const connect = { type: 'ConnectDatabase', data: shop } as const
  test('is recorded', () => given().when(connect).then(connected))
  test('is done once', () => given(connected).when(connect).thenRefuses('conflict'))
  test('a deleted database stays deleted', () =>
    given(connected, deleted).when(connect).thenRefuses('conflict'))
})

describe('renaming', () => {
  const rename = (name: string) => ({ type: 'RenameDatabase', data: { databaseId, name } }) as const
  test('is recorded', () =>
    given(connected)
      .when(rename('Store'))
      .then({ type: 'DatabaseRenamed', data: { databaseId, name: 'Store' } }))
  test('to the same name changes nothing', () => given(connected).when(rename('Shop')).then())
})

describe('changing the connection', () => {
  const change = (
    details: typeof shop.details,
    secretRef = shop.secretRef,
    basedOn: string | null = shop.secretRef,
  ) => ({ type: 'ChangeConnection', data: { databaseId, details, secretRef, basedOn } }) as const
  const changed = (details: typeof shop.details, secretRef = shop.secretRef): DatabaseEvent => ({
    type: 'DatabaseConnectionChanged',
    data: { databaseId, details, secretRef },
  })
  const elsewhere = { ...shop.details, host: 'other' }
  test('is recorded', () => given(connected).when(change(elsewhere)).then(changed(elsewhere)))
  test('to another secret is recorded', () =>
    given(connected).when(change(shop.details, 'secret-2')).then(changed(shop.details, 'secret-2')))
  test.each([
    ['keeps the secret', 'secret-1'],
    ['brings another', 'secret-3'],
  ])('that %s is refused when the secret it was based on is gone', (_, secretRef) =>
    given(connected, changed(shop.details, 'secret-2'))
      .when(change(elsewhere, secretRef, 'secret-1'))
      .thenRefuses('conflict'),
  )
  test('that brings a secret is refused when there is one by now', () =>
    given(connected)
      .when(change(elsewhere, 'secret-2', null))
      .thenRefuses('conflict'))
  test('to the same changes nothing', () => given(connected).when(change(shop.details)).then())
  test('to the same in another order changes nothing', () => {
    const { host, port, dbname, user } = shop.details
    given(connected).when(change({ user, dbname, port, host })).then()
  })
  test('is compared with the last connection', () =>
    given(connected, changed(elsewhere)).when(change(elsewhere)).then())
})

describe('switching actions', () => {
  const to = (isOn: boolean | null) =>
    ({ type: 'SwitchActions', data: { databaseId, isOn } }) as const
  const switched = (isOn: boolean): DatabaseEvent => ({
    type: 'DatabaseActionsSwitched',
    data: { databaseId, isOn },
  })
  test('off is recorded', () => given(connected).when(to(false)).then(switched(false)))
  test('on again is recorded', () =>
    given(connected, switched(false)).when(to(true)).then(switched(true)))
  test('to the default is on', () =>
    given(connected, switched(false)).when(to(null)).then(switched(true)))
  test.each([true, null])('on (%j) where they are on changes nothing', (isOn) =>
    given(connected).when(to(isOn)).then(),
  )
  test('off twice changes nothing', () => given(connected, switched(false)).when(to(false)).then())
  const mongo: DatabaseEvent = { ...connected, data: { ...shop, engine: 'mongo' } }
  test('on takes an engine that is written to', () =>
    given(mongo).when(to(true)).thenRefuses('validation'))
  test.each([false, null])('to %j changes nothing where they never write', (isOn) =>
    given(mongo).when(to(isOn)).then(),
  )
})

describe('planning syncs', () => {
  type Plan = { isFullSync?: boolean; schedules?: typeof shop.schedules | typeof scan }
  const plan = (named: Plan) => ({ type: 'PlanSync', data: { databaseId, ...named } }) as const
  const planned = (isFullSync: boolean, schedules: object = shop.schedules): DatabaseEvent => ({
    type: 'DatabaseSyncPlanned',
    data: { databaseId, isFullSync, schedules: { ...schedules } },
  })
  const scan = { cache_field_values: { schedule_type: 'daily', schedule_hour: 3 } }
  test('is recorded, with what it does not name as it was', () =>
    given(connected)
      .when(plan({ isFullSync: false }))
      .then(planned(false)))
  test('leaves alone what was planned meanwhile', () =>
    given(connected, planned(false))
      .when(plan({ schedules: scan }))
      .then(planned(false, { ...shop.schedules, ...scan })))
  test('that names nothing changes nothing', () => given(connected).when(plan({})).then())
  test('the same plan changes nothing', () =>
    given(connected)
      .when(plan({ isFullSync: true }))
      .then())
  test('the same plan in another order changes nothing', () =>
    given(connected)
      .when(
        plan({ schedules: { metadata_sync: { schedule_hour: null, schedule_type: 'hourly' } } }),
      )
      .then())
})

describe('syncs and scans', () => {
  const facts: readonly (readonly [DatabaseCommand, DatabaseEvent])[] = [
    [
      { type: 'RequestSync', data: { databaseId } },
      { type: 'SchemaSyncRequested', data: { databaseId } },
    ],
    [
      {
        type: 'FinishSync',
        data: { databaseId, dbmsVersion: '18', timeZone: 'UTC', tables: 3, requestedAt: at(1) },
      },
      {
        type: 'SchemaSynced',
        data: { databaseId, dbmsVersion: '18', timeZone: 'UTC', tables: 3, requestedAt: at(1) },
      },
    ],
    [
      { type: 'FailSync', data: { databaseId, reason: 'no route', requestedAt: at(1) } },
      { type: 'SchemaSyncFailed', data: { databaseId, reason: 'no route', requestedAt: at(1) } },
    ],
    [
      { type: 'RequestValuesScan', data: { databaseId } },
      { type: 'FieldValuesScanRequested', data: { databaseId } },
    ],
    [
      { type: 'FinishValuesScan', data: { databaseId, fields: 2, requestedAt: at(1) } },
      { type: 'FieldValuesScanned', data: { databaseId, fields: 2, requestedAt: at(1) } },
    ],
    [
      { type: 'DiscardValues', data: { databaseId } },
      { type: 'FieldValuesDiscarded', data: { databaseId } },
    ],
  ]
  test.each(facts)('$type is recorded', (command, event) =>
    given(connected).when(command).then(event),
  )
  test.each(facts.filter(([{ type }]) => /^(Finish|Fail)/.test(type)))(
    '$type comes too late for a deleted database',
    (command) => given(connected, deleted).when(command).then(),
  )
})

test.each<DatabaseCommand>([
  { type: 'RenameDatabase', data: { databaseId, name: 'Store' } },
  { type: 'ChangeConnection', data: { databaseId, details: {}, secretRef: null, basedOn: null } },
  { type: 'PlanSync', data: { databaseId, isFullSync: false } },
  { type: 'SwitchActions', data: { databaseId, isOn: false } },
  { type: 'RequestSync', data: { databaseId } },
  { type: 'RequestValuesScan', data: { databaseId } },
  { type: 'DiscardValues', data: { databaseId } },
  { type: 'DeleteDatabase', data: { databaseId } },
])('$type needs a connected database', (command) => {
  given().when(command).thenRefuses('not-found')
  given(connected, deleted).when(command).thenRefuses('not-found')
})

test('deleting is recorded', () =>
  given(connected).when({ type: 'DeleteDatabase', data: { databaseId } }).then(deleted))
