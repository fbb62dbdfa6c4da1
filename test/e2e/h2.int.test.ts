import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { download } from '../support/download.ts'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.ts'
import { createH2Database, dropH2Database, h2Url, runOnH2 } from '../support/h2-databases.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const dbname = `shop_${randomBytes(4).toString('hex')}`

const tables = [
  'create table cities (id int primary key, name varchar(50) not null)',
  `comment on table cities is 'Where we sell'`,
  `insert into cities values (1, 'Oslo'), (2, 'Rome')`,
  `create table sales (id int primary key, city_id int references cities (id), total numeric(10, 2),
    sold_at timestamp with time zone)`,
  `insert into sales values (1, 1, 10.50, '2026-01-31 23:30:00Z'), (2, 1, 20, '2026-02-01 10:00:00Z'),
    (3, 2, 5.25, null)`,
  `create user reader password 'secret'`,
  'grant select on schema public to reader',
]

let app: TestService
let admin: Caller
let way: FaultyProxy
let database: number

const details = (change: object = {}) => ({
  host: way.host,
  port: way.port,
  dbname,
  user: 'reader',
  password: 'secret',
  ...change,
})
const body = (change: object = {}) => ({ name: 'Shop', engine: 'h2', details: details(change) })

beforeAll(async () => {
  const url = h2Url()
  createH2Database(url, dbname)
  await runOnH2(url, dbname, tables)
  way = await faultyProxy(url.href)
  app = await startTestService()
  admin = await asAdmin(app)
  const created = await admin.post('/api/database', body())
  expect([created.status, created.body.message]).toEqual([200, undefined])
  database = created.body.id
  expect(await admin.synced(database)).toMatchObject({ sync: { status: 'done' } })
}, 60_000)

afterAll(async () => {
  await app?.stop()
  way?.close()
  await dropH2Database(h2Url(), dbname)
}, 30_000)

type Field = { readonly id: number; readonly name: string; readonly table_id: number }

const tablesOf = async () => (await admin.get(`/api/database/${database}/metadata`)).body.tables

const fieldOf = async (table: string, name: string): Promise<Field> =>
  (await tablesOf())
    .find((it: { name: string }) => it.name === table)
    .fields.find((it: Field) => it.name === name)

test('a connection says which key is wrong, and what an administrator may do', async () => {
  const { body: shown } = await admin.get(`/api/database/${database}`)
  expect(shown).toMatchObject({
    engine: 'h2',
    details: details({ password: '**redacted**' }),
    dbms_version: expect.stringMatching(/^2\./),
    features: expect.arrayContaining(['schemas', 'percentile-aggregations']),
  })
  expect(shown.features).not.toContain('full-join')
  const refused = async (change: object) => {
    const { status, body: answer } = await admin.post('/api/database', body(change))
    return [status, answer.errors ?? {}]
  }
  const wrong = { password: expect.stringContaining('without saying which') }
  expect(await refused({ password: 'wrong' })).toEqual([400, wrong])
  expect(await refused({ dbname: 'no_such_database' })).toEqual([400, wrong])
  expect(await refused({ ssl: true })).toEqual([400, { ssl: expect.any(String) }])
  const script = `${dbname};INIT=CREATE TABLE broken_in (n int)`
  expect(await refused({ dbname: script })).toEqual([400, { dbname: expect.any(String) }])
  const db = `jdbc:h2:tcp://example.com/${dbname}`
  expect(await refused({ dbname: undefined, db })).toEqual([400, { dbname: expect.any(String) }])
  const mighty = { user: h2Url().username, password: h2Url().password }
  const { body: risky } = await admin.post('/api/database', body(mighty))
  expect(await admin.get(`/api/database/${risky.id}/healthcheck`)).toMatchObject({
    body: { status: 'ok', message: expect.stringContaining('administrator') },
  })
  expect((await admin.delete(`/api/database/${risky.id}`)).status).toBe(204)
})

test('its tables, keys, comments and values are read', async () => {
  expect(
    (await tablesOf()).map((it: Record<string, unknown>) => [it.schema, it.name, it.description]),
  ).toEqual([
    ['public', 'cities', 'Where we sell'],
    ['public', 'sales', null],
  ])
  const city = await fieldOf('cities', 'id')
  expect(await fieldOf('sales', 'city_id')).toMatchObject({
    semantic_type: 'type/FK',
    fk_target_field_id: city.id,
  })
  const { id } = await fieldOf('cities', 'name')
  const values = await until(
    async () => (await admin.get(`/api/field/${id}/values`)).body.values,
    (found) => found.length > 0,
  )
  expect(values).toEqual([['Oslo'], ['Rome']])
  expect((await admin.get(`/api/field/${id}/summary`)).body).toEqual([
    ['count', 2],
    ['distincts', 2],
  ])
})

test('answers structured questions, and exports them', async () => {
  const total = await fieldOf('sales', 'total')
  const soldAt = await fieldOf('sales', 'sold_at')
  const cityId = await fieldOf('sales', 'city_id')
  const name = await fieldOf('cities', 'name')
  const byCity = ['field', name.id, { 'source-field': cityId.id }]
  const question = (query: object) => ({
    database,
    type: 'query',
    query: { 'source-table': total.table_id, ...query },
  })
  const sums = question({
    aggregation: [['sum', ['field', total.id, null]]],
    breakout: [byCity],
  })
  const { body: result } = await admin.post('/api/dataset', sums)
  expect(result).toMatchObject({
    status: 'completed',
    data: {
      rows: [
        ['Oslo', 30.5],
        ['Rome', 5.25],
      ],
      cols: [{ name: 'name' }, { name: 'sum' }],
    },
  })
  const days = {
    ...question({
      aggregation: [['count']],
      breakout: [['field', soldAt.id, { 'temporal-unit': 'day' }]],
      filter: ['not-null', ['field', soldAt.id, null]],
    }),
    settings: { 'report-timezone': 'Europe/Oslo' },
  }
  expect((await admin.post('/api/dataset', days)).body.data.rows).toEqual([
    ['2026-02-01T00:00:00+01:00', 2],
  ])
  const request = JSON.stringify({ query: sums })
  const file = await download(app, admin.token, '/api/dataset/csv', request)
  expect(file.bytes.toString()).toBe('City → Name,Sum of Total\nOslo,30.5\nRome,5.25\n')
})

test('answers SQL that reads, and none that writes', async () => {
  const result = await admin.ask(database, 'select count(*) as n, max(total) from sales;')
  expect(result.data.rows).toEqual([[3, 20]])
  const failed = async (sql: string) => {
    const { status, error, error_type } = await admin.ask(database, sql)
    expect([sql, status]).toEqual([sql, 'failed'])
    return [error_type, error]
  }
  expect(await failed('select nothing from sales')).toEqual([
    'db',
    expect.stringContaining('"nothing" not found'),
  ])
  for (const sql of ['delete from sales', 'select 1; delete from sales', 'script', 'shutdown'])
    expect(await failed(sql)).toEqual(['db', expect.stringMatching(/^Only a single statement/)])
})

test('a server that is away fails the query, and answers the next one when it is back', async () => {
  way.set({ kind: 'refuse' })
  expect(await admin.ask(database, 'select 1')).toMatchObject({ status: 'failed' })
  expect((await admin.post('/api/database', body())).status).toBe(400)
  way.set({ kind: 'pass' })
  expect((await admin.ask(database, 'select 1 as n')).data.rows).toEqual([[1]])
})
