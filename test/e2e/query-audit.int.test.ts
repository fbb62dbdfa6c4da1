import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let customer: Customer
let database: number
let orders: number

type Execution = {
  status: string
  tables: { id: number; name: string }[] | null
  statement: string
}

const recorded = async (query: string): Promise<Execution[]> =>
  (await admin.get(`/api/audit/queries?${query}`)).body

/** The latest of a query, once its end and its tables are known. */
const settled = async (
  query: string,
  isSettled = ({ status, tables }: Execution) => status !== 'running' && tables !== null,
) =>
  until(
    async () => (await recorded(query))[0],
    (latest) => latest !== undefined && isSettled(latest),
  )

const run = (sql: string) =>
  admin.post('/api/dataset', { database, type: 'native', native: { query: sql } })

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
  await createSchema(customer)
  database = await admin.connect(customer)
  await admin.synced(database)
  const { tables } = (await admin.get(`/api/database/${database}/metadata?table=orders`)).body
  orders = tables[0].id
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
})

describe('the record of queries', () => {
  test('tells who ran which SQL when, under which revision, and what it read', async () => {
    const before = new Date().toISOString()
    await run('select count(*) as n from sales.orders -- first')
    const { revision } = (await admin.get('/api/permissions/graph')).body
    const execution = await settled(`table_id=${orders}&from=${before}`)
    expect(execution).toMatchObject({
      user: { id: expect.any(Number), name: expect.any(String) },
      database: { id: database },
      card_id: null,
      context: 'ad-hoc',
      graph_revision: revision,
      statement: 'select count(*) as n from sales.orders -- first',
      tables: [{ id: orders, name: 'orders' }],
      unknown_tables: [],
      status: 'completed',
      row_count: 1,
      running_time: expect.any(Number),
      error_type: null,
    })
    expect(await recorded(`table_id=${orders}&to=${before}`)).toEqual([])
    expect(await recorded('user_id=999999')).toEqual([])
  })

  test('a structured query reads the tables it names, an export and a saved question are runs', async () => {
    const structured = { database, type: 'query', query: { 'source-table': orders, limit: 1 } }
    await admin.post('/api/dataset', structured)
    expect(await settled(`table_id=${orders}`)).toMatchObject({ row_count: 1, context: 'ad-hoc' })
    const file = await admin.post('/api/dataset/csv', { query: structured })
    expect(file.status).toBe(200)
    expect(await settled(`table_id=${orders}`)).toMatchObject({ context: 'csv-download' })
    const card = await admin.post('/api/card', {
      name: 'One order',
      display: 'table',
      visualization_settings: {},
      dataset_query: structured,
    })
    await admin.post(`/api/card/${card.body.id}/query`, {})
    expect(await settled(`card_id=${card.body.id}`)).toMatchObject({
      card_id: card.body.id,
      context: 'question',
      tables: [{ id: orders }],
    })
    // A question built on it reads what is under it.
    await admin.post('/api/dataset', {
      database,
      type: 'query',
      query: { 'source-table': `card__${card.body.id}`, aggregation: [['count']] },
    })
    expect(await settled(`table_id=${orders}`)).toMatchObject({
      context: 'ad-hoc',
      tables: [{ id: orders }],
    })
  })

  test('what failed, what names no known table and what nobody can read is there, too', async () => {
    await run('select no_such_column from sales.orders')
    expect(await settled(`table_id=${orders}`)).toMatchObject({
      status: 'failed',
      error_type: 'db',
      row_count: 0,
    })
    await run('select relname from pg_catalog.pg_class limit 1')
    expect(await settled(`database_id=${database}`)).toMatchObject({
      tables: [],
      unknown_tables: [{ schema: 'pg_catalog', name: 'pg_class' }],
    })
    await run('selekt * form orders')
    const unread = await settled(`table_id=${orders}`, ({ status }) => status === 'failed')
    expect(unread).toMatchObject({ statement: 'selekt * form orders', tables: null })
  })

  test('values stay apart from what is recorded', async () => {
    const { tables } = (await admin.get(`/api/database/${database}/metadata?table=orders`)).body
    const text = tables[0].fields.find((it: { base_type: string }) => it.base_type === 'type/Text')
    const filter = ['=', ['field', text.id, null], 'a secret of somebody']
    const answer = await admin.post('/api/dataset', {
      database,
      type: 'query',
      query: { 'source-table': orders, filter },
    })
    expect(answer.body).toMatchObject({ status: 'completed' })
    const execution = await settled(`table_id=${orders}`)
    expect(JSON.stringify(execution)).not.toContain('a secret of somebody')
  })

  test('pages through what there is, the latest first', async () => {
    const answer = await admin.get(`/api/audit/queries?database_id=${database}&limit=2&offset=1`)
    const all = await recorded(`database_id=${database}`)
    expect(answer.headers.get('x-total-count')).toBe(String(all.length))
    expect(answer.body).toEqual(all.slice(1, 3))
  })

  test('from behind to is refused, and so is what is no time', async () => {
    expect((await admin.get('/api/audit/queries?from=2026-02-01&to=2026-01-01')).status).toBe(400)
    expect((await admin.get('/api/audit/queries?from=yesterday')).status).toBe(400)
  })

  test('a statement that names what cannot be kept holds up no other', async () => {
    const pipeline = '{"collection":"a","pipeline":[{"$lookup":{"from":"b\\u0000c\\ud800"}}]}'
    await app.storage.pool.query(
      `insert into side.query_executions
         (id, started_at, position, context, database_id, engine, statement, reading)
       values (gen_random_uuid(), now() - interval '1 hour', 1, 'ad-hoc', $1, 'mongo', $2, 'pending')`,
      [database, pipeline],
    )
    await run('select 1 as one from sales.orders limit 1')
    const latest = await settled(`table_id=${orders}`)
    expect(latest?.statement).toContain('as one')
    const all = await recorded(`database_id=${database}`)
    expect(all.find(({ statement }) => statement === pipeline)).toMatchObject({
      unknown_tables: [{ name: 'a' }, { name: 'b\uFFFDc\uFFFD' }],
    })
  })

  test("the service's role can add to the record, and neither change nor take from it", async () => {
    const client = new Client(app.storage.connection)
    await client.connect()
    try {
      for (const sql of [
        'delete from side.query_executions',
        `update side.query_executions set statement = ''`,
        'update side.query_executions set user_id = 1',
        'drop table side.query_executions',
        'truncate side.query_executions',
      ])
        await expect(client.query(sql)).rejects.toThrow(/permission denied|must be owner/)
    } finally {
      await client.end()
    }
  })
})
