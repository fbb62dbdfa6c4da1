import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const manyTables = 300

let app: TestService
let admin: Caller
let customer: Customer

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
  await customer.run(
    `do $$ begin for n in 1..${manyTables} loop
       execute format('create table t%s (id int primary key, parent int references t%s (id))',
         n, greatest(n - 1, 1));
     end loop; end $$`,
  )
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const eventCounts = async (id: number): Promise<Record<string, number>> => {
  const { rows } = await app.storage.pool.query(
    `select type, count(*)::int as n from es.events
     where (data->>'databaseId')::int = $1 group by type`,
    [id],
  )
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]))
}

const syncOf = async (id: number) => (await admin.get(`/api/database/${id}`)).body.sync

/** Waits until a sync of this database is in the middle of its tables. */
const inTheMiddle = (id: number, atLeast = 20) =>
  until(
    () => syncOf(id),
    ({ status, done }) => status === 'done' || (status === 'running' && done >= atLeast),
  )

const expectWhole = async (id: number) => {
  const { tables } = (await admin.get(`/api/database/${id}/metadata`)).body
  expect(tables).toHaveLength(manyTables)
  expect(new Set(tables.map(({ name }: { name: string }) => name)).size).toBe(manyTables)
  const { rows } = await app.storage.pool.query(
    'select count(*)::int as n from rm.fields where db_id = $1 and fk_target_field_id is not null',
    [id],
  )
  expect(rows[0].n).toBe(manyTables)
}

test('a sync that is cut short goes on after a restart and records nothing twice', async () => {
  const id = await admin.connect(customer)
  const seen = await inTheMiddle(id)
  expect(seen).toMatchObject({ status: 'running', total: manyTables })
  expect((await admin.get(`/api/database/${id}`)).body.initial_sync_status).toBe('incomplete')
  await app.restart()
  const { TableDiscovered: before = 0, SchemaSynced } = await eventCounts(id)
  expect(before).toBeLessThan(manyTables)
  expect(SchemaSynced).toBeUndefined()
  admin = callerOf(app, admin.token)
  expect((await admin.synced(id)).sync.status).toBe('done')
  expect(await eventCounts(id)).toMatchObject({ TableDiscovered: manyTables, SchemaSynced: 1 })
  await expectWhole(id)
}, 60_000)

test('requests meanwhile lead to one more run, not to runs side by side', async () => {
  const id = await admin.connect(customer)
  await inTheMiddle(id)
  await customer.run('create table late (id int primary key)')
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => admin.post(`/api/database/${id}/sync_schema`)),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
  await admin.synced(id)
  await sleep(300)
  const { TableDiscovered, SchemaSynced } = await eventCounts(id)
  expect(TableDiscovered).toBe(manyTables + 1)
  expect(SchemaSynced).toBe(2)
  await customer.run('drop table late')
}, 60_000)

test('two processes do not sync one database at the same time', async () => {
  await app.startTwin()
  const id = await admin.connect(customer)
  await admin.synced(id)
  await sleep(300)
  expect(await eventCounts(id)).toMatchObject({ TableDiscovered: manyTables, SchemaSynced: 1 })
  await expectWhole(id)
}, 60_000)

test('a database deleted in the middle of its sync is gone for every reader', async () => {
  const id = await admin.connect(customer)
  await inTheMiddle(id)
  expect((await admin.delete(`/api/database/${id}`)).status).toBe(204)
  // Tables the sync had in hand may still be recorded; nobody gets to see them.
  await sleep(2_000)
  const { rows } = await app.storage.pool.query(
    `select (data->>'tableId')::int as "tableId", (data->'fields'->0->>'fieldId')::int as "fieldId"
     from es.events where type = 'TableDiscovered' and (data->>'databaseId')::int = $1`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { tableId, fieldId } of [rows[0], rows.at(-1)])
    for (const path of [
      `table/${tableId}`,
      `table/${tableId}/query_metadata`,
      `table/${tableId}/fks`,
      `field/${fieldId}`,
      `field/${fieldId}/values`,
      `field/${fieldId}/summary`,
    ])
      expect({ path, status: (await admin.get(`/api/${path}`)).status }).toEqual({
        path,
        status: 404,
      })
  const tables: { db_id: number }[] = (await admin.get('/api/table')).body
  expect(tables.filter(({ db_id }) => db_id === id)).toEqual([])
}, 60_000)
