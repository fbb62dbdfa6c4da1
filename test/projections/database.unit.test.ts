import { describe, expect, test } from '@jest/globals'
import { dataGrantProjection } from '../../projections/data-grant.ts'
import { databaseProjection } from '../../projections/database.ts'
import { tableProjection } from '../../projections/table.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import { databases, fields, tables } from '../../shared/views/database.ts'
import { dataGrants, nativeGrants } from '../../shared/views/grant.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'

const given = (...history: Message[]) =>
  projected([dataGrantProjection, databaseProjection, tableProjection], ...history)

const connected = (databaseId = 5, isSample = false): Message => ({
  type: 'DatabaseConnected',
  data: {
    databaseId,
    name: 'Shop',
    engine: 'postgres',
    details: { host: 'db' },
    secretRef: 'secret',
    isSample,
    isFullSync: true,
    schedules: { metadata_sync: { schedule_type: 'hourly' } },
    creatorId: 1,
  },
})
const of5 = (type: string, more: object = {}): Message => ({
  type,
  data: { databaseId: 5, ...more },
})

const shop = {
  id: 5,
  name: 'Shop',
  engine: 'postgres',
  details: { host: 'db' },
  secret_ref: 'secret',
  connection_version: at(1),
  is_sample: false,
  is_full_sync: true,
  schedules: { metadata_sync: { schedule_type: 'hourly' } },
  actions_enabled: true,
  creator_id: 1,
  created_at: at(1),
  updated_at: at(1),
  synced_once: false,
  sync_requested_at: at(1),
  sync_served_at: null,
  sync_finished_at: null,
  sync_error: null,
  scan_requested_at: null,
  scan_served_at: null,
  dbms_version: null,
  timezone: null,
}

test('a connected database waits for its first sync', () => {
  expect(given(connected()).rows(databases)).toEqual([shop])
})

describe('what happens to a database shows', () => {
  test.each<[string, Message, object]>([
    ['a name', of5('DatabaseRenamed', { name: 'Store' }), { name: 'Store', updated_at: at(2) }],
    [
      'whether actions write',
      of5('DatabaseActionsSwitched', { isOn: false }),
      { actions_enabled: false, updated_at: at(2) },
    ],
    [
      'a connection, under a version of its own',
      of5('DatabaseConnectionChanged', { details: { host: 'other' }, secretRef: null }),
      {
        details: { host: 'other' },
        secret_ref: null,
        connection_version: at(2),
        updated_at: at(2),
      },
    ],
    [
      'a plan',
      of5('DatabaseSyncPlanned', { isFullSync: false, schedules: {} }),
      { is_full_sync: false, schedules: {}, updated_at: at(2) },
    ],
    ['a request to sync', of5('SchemaSyncRequested'), { sync_requested_at: at(2) }],
    [
      'a sync, as the answer to its request',
      of5('SchemaSynced', { dbmsVersion: '18', timeZone: 'UTC', tables: 3, requestedAt: at(1) }),
      {
        synced_once: true,
        sync_served_at: at(1),
        sync_finished_at: at(2),
        dbms_version: '18',
        timezone: 'UTC',
      },
    ],
    [
      'a failed sync',
      of5('SchemaSyncFailed', { reason: 'no route', requestedAt: at(1) }),
      {
        sync_served_at: at(1),
        sync_finished_at: at(2),
        sync_error: 'no route',
      },
    ],
    ['a request to scan', of5('FieldValuesScanRequested'), { scan_requested_at: at(2) }],
    [
      'a scan',
      of5('FieldValuesScanned', { fields: 2, requestedAt: at(1) }),
      { scan_served_at: at(1) },
    ],
    ['discarded values, nowhere', of5('FieldValuesDiscarded'), {}],
  ])('%s', (_, event, change) => {
    expect(given(connected(), event).rows(databases)).toEqual([{ ...shop, ...change }])
  })

  test('a sync clears the error of the one before', () => {
    const failed = of5('SchemaSyncFailed', { reason: 'no route', requestedAt: at(1) })
    const synced = of5('SchemaSynced', {
      dbmsVersion: '18',
      timeZone: null,
      tables: 3,
      requestedAt: at(1),
    })
    expect(given(connected(), failed, synced).rows(databases)).toMatchObject([
      { sync_error: null, synced_once: true },
    ])
  })
})

const column = (fieldId: number, name: string, more: object = {}) => ({
  fieldId,
  name,
  position: fieldId,
  databaseType: 'text',
  baseType: 'type/Text',
  semanticType: null,
  nullable: true,
  primaryKey: false,
  description: null,
  ...more,
})
const discovered: Message = {
  type: 'TableDiscovered',
  data: {
    tableId: 3,
    databaseId: 5,
    schema: 'public',
    name: 'order_items',
    kind: 'table',
    description: null,
    fields: [column(10, 'id', { semanticType: 'type/PK', primaryKey: true }), column(11, 'buyer')],
  },
}
const of3 = (type: string, more: object = {}): Message => ({ type, data: { tableId: 3, ...more } })

describe('tables and fields', () => {
  test('are found with names for people', () => {
    const after = given(connected(), discovered)
    expect(after.rows(tables)).toEqual([
      {
        id: 3,
        db_id: 5,
        schema: 'public',
        name: 'order_items',
        display_name: 'Order Items',
        description: null,
        kind: 'table',
        active: true,
        created_at: at(2),
        updated_at: at(2),
      },
    ])
    expect(after.rows(fields)).toMatchObject([
      { id: 10, table_id: 3, db_id: 5, display_name: 'ID', primary_key: true, active: true },
      { id: 11, name: 'buyer', semantic_type: null, fk_target_field_id: null, created_at: at(2) },
    ])
  })

  test('change as the sync saw them change', () => {
    const after = given(
      connected(),
      discovered,
      of3('TableDescribed', { kind: 'view', description: 'what was bought' }),
      of3('FieldsDiscovered', { databaseId: 5, fields: [column(12, 'note')] }),
      of3('FieldsChanged', { fields: [column(11, 'buyer', { databaseType: 'int4' })] }),
      of3('FieldsRetired', { fieldIds: [10] }),
      of3('ForeignKeysChanged', {
        keys: [{ fieldId: 11, targetFieldId: 40, semanticType: 'type/FK' }],
      }),
    )
    expect(after.rows(tables)).toMatchObject([
      { kind: 'view', description: 'what was bought', updated_at: at(3) },
    ])
    expect(after.rows(fields)).toMatchObject([
      { id: 10, active: false, updated_at: at(6) },
      {
        id: 11,
        database_type: 'int4',
        semantic_type: 'type/FK',
        fk_target_field_id: 40,
        active: true,
        created_at: at(2),
        updated_at: at(7),
      },
      { id: 12, name: 'note', active: true, created_at: at(4) },
    ])
  })

  test('come back under their old ids', () => {
    const after = given(
      connected(),
      discovered,
      of3('FieldsRetired', { fieldIds: [11] }),
      of3('TableRetired'),
      of3('TableRestored'),
      of3('FieldsChanged', { fields: [column(11, 'buyer')] }),
    )
    expect(after.rows(tables)).toMatchObject([{ id: 3, active: true, updated_at: at(5) }])
    expect(after.rows(fields)).toMatchObject([{ active: true }, { id: 11, active: true }])
  })

  test('can be retired', () => {
    const after = given(connected(), discovered, of3('TableRetired'))
    expect(after.rows(tables)).toMatchObject([{ active: false }])
  })
})

describe('grants', () => {
  test('a new database grants nothing to anyone', () => {
    const after = given(connected())
    expect(after.rows(dataGrants)).toEqual([])
    expect(after.rows(nativeGrants)).toEqual([])
  })

  test('the sample may be queried by all users, and not with SQL', () => {
    const after = given(connected(5, true))
    expect(after.rows(dataGrants)).toEqual([
      { group_id: 1, database_id: 5, schema: '*', table_id: 0, level: 'all' },
    ])
    expect(after.rows(nativeGrants)).toEqual([{ group_id: 1, database_id: 5, level: 'none' }])
  })
})

test('a deleted database takes everything of its own with it and nothing else', () => {
  const after = given(
    connected(5, true),
    connected(6, true),
    discovered,
    {
      ...discovered,
      data: { ...(discovered.data as object), tableId: 4, databaseId: 6, fields: [] },
    },
    of5('DatabaseDeleted'),
  )
  expect(after.rows(databases)).toMatchObject([{ id: 6 }])
  expect(after.rows(tables)).toMatchObject([{ id: 4 }])
  expect(after.rows(fields)).toEqual([])
  expect(after.rows(dataGrants)).toMatchObject([{ database_id: 6 }])
  expect(after.rows(nativeGrants)).toMatchObject([{ database_id: 6 }])
})
