import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

type Field = { id: number; name: string }
type Table = { id: number; db_id: number; schema: string; name: string; fields: Field[] }

let app: TestService
let admin: Caller
let user: Caller
let customer: Customer
let orders: Table
let people: Table

/** May read `orders` and nothing else of that database. */
const allowOrders = async (database: number) => {
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const schemas = { [orders.schema]: { [orders.id]: 'read' } }
  const groups = { 1: { [database]: { data: { schemas } } } }
  const answer = await admin.put('/api/permissions/graph', { revision, groups })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  user = await asNewUser(app, admin)
  customer = await openCustomer('mysql')
  await createSchema(customer)
  const id = await admin.connect(customer)
  await admin.synced(id)
  const { tables } = (await admin.get(`/api/database/${id}/metadata`)).body
  const named = (name: string): Table => tables.find((table: Table) => table.name === name)
  orders = named('orders')
  people = named('people')
  await allowOrders(id)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const field = (table: Table, name: string, options: object | null = null) => [
  'field',
  table.fields.find((one) => one.name === name)?.id,
  options,
]

const ask = (caller: Caller, query: object) =>
  caller.post('/api/dataset', { database: orders.db_id, type: 'query', query })

const personId = () => field(orders, 'person_id')[1]
const name = () => field(people, 'name', { 'source-field': personId() })
const join = (more: object = {}) => ({
  'source-table': people.id,
  alias: 'P',
  condition: ['=', field(orders, 'person_id'), field(people, 'id', { 'join-alias': 'P' })],
  ...more,
})
const source = () => ({ 'source-table': orders.id })

describe('a table one may not read is out of reach', () => {
  test('while one may read the other', async () => {
    expect(await ask(user, { ...source(), aggregation: ['count'] })).toMatchObject({
      status: 200,
      body: { status: 'completed', data: { rows: [[300]] } },
    })
  })

  const ways: readonly (readonly [string, () => object])[] = [
    ['a join', () => ({ ...source(), joins: [join()], aggregation: ['count'] })],
    ['a foreign key', () => ({ ...source(), fields: [name()] })],
    ['a filter', () => ({ ...source(), filter: ['=', name(), 'x'], aggregation: ['count'] })],
    ['an order', () => ({ ...source(), 'order-by': [['asc', name()]] })],
    [
      'an expression nobody selects',
      () => ({
        ...source(),
        expressions: { x: ['upper', name()] },
        aggregation: [['count-where', ['=', ['expression', 'x'], 'A']]],
      }),
    ],
    [
      'the old form of a foreign key in a breakout',
      () => ({ ...source(), breakout: [['fk->', ['field-id', personId()], name()]] }),
    ],
    [
      'queries three levels deep',
      () => ({
        'source-query': { 'source-query': { 'source-query': { 'source-table': people.id } } },
      }),
    ],
    [
      'a query in a join',
      () => ({
        ...source(),
        joins: [join({ 'source-table': undefined, 'source-query': { 'source-table': people.id } })],
      }),
    ],
    ['SQL inside', () => ({ 'source-query': { native: 'select 1 as x' } })],
    [
      'SQL in a join',
      () => ({
        ...source(),
        joins: [
          {
            'source-query': { native: 'select 1 as x' },
            alias: 'S',
            condition: [
              '=',
              field(orders, 'id'),
              ['field', 'x', { 'base-type': 'type/Integer', 'join-alias': 'S' }],
            ],
          },
        ],
      }),
    ],
  ]

  test.each(ways)('through %s', async (_, query) => {
    const refused = await ask(user, query())
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(await ask(admin, query())).toMatchObject({ status: 200, body: { status: 'completed' } })
  })

  test('nor is a saved question that is not there found', async () => {
    for (const query of [
      { 'source-table': 'card__1' },
      { ...source(), joins: [join({ 'source-table': 'card__1' })] },
    ])
      expect((await ask(user, query)).status).toBe(404)
  })
})

test('columns of a join say where they come from', async () => {
  const { body } = await ask(admin, {
    ...source(),
    fields: [field(orders, 'id')],
    joins: [join({ fields: [field(people, 'id')] })],
    'order-by': [['asc', field(orders, 'id')]],
    limit: 1,
  })
  expect(body.data).toMatchObject({
    rows: [[1, 2]],
    cols: [
      { name: 'id', display_name: 'ID' },
      { name: 'id_2', display_name: 'P → ID', source_alias: 'P', table_id: people.id },
    ],
  })
})

test('columns of SQL inside are those the database tells', async () => {
  const { body } = await ask(admin, { 'source-query': { native: `select 7 as n, 'x' as t` } })
  expect(body.data.rows).toEqual([[7, 'x']])
  expect(body.data.cols).toMatchObject([{ name: 'n' }, { name: 't', base_type: 'type/Text' }])
})

describe('what the engine does not have is a failed result that names it', () => {
  const query = () => ({ ...source(), aggregation: [['median', field(orders, 'total')]] })

  test('as an answer', async () => {
    const { status, body } = await ask(user, query())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failed',
      error_type: 'unsupported-feature',
      error: expect.stringMatching(/mysql.*percentile/),
      row_count: 0,
    })
  })

  test('as SQL to look at', async () => {
    const asked = { database: orders.db_id, type: 'query', query: query() }
    const { status, body } = await admin.post('/api/dataset/native', asked)
    expect([status, body.message]).toEqual([400, expect.stringContaining('percentile')])
  })
})

describe('a pivot', () => {
  const question = () => ({
    database: orders.db_id,
    type: 'query',
    query: {
      ...source(),
      filter: ['<', field(orders, 'id'), 5],
      aggregation: [['count'], ['avg', field(orders, 'total')]],
      breakout: [field(orders, 'status'), field(orders, 'paid')],
    },
  })
  const split = { pivot_rows: [0], pivot_cols: [1] }
  const run = (more: object, caller = user) =>
    caller.post('/api/dataset/pivot', { ...question(), ...more })

  const rows = [
    ['done', true, 0, 2, 3],
    ['open', false, 0, 2, 4.5],
    [null, false, 1, 2, 4.5],
    [null, true, 1, 2, 3],
    ['done', null, 2, 2, 3],
    ['open', null, 2, 2, 4.5],
    [null, null, 3, 4, 3.75],
  ]

  test('holds the totals of the database, as far as they are asked for', async () => {
    const { status, body } = await run(split)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', row_count: 7, data: { rows } })
    expect(body.json_query).toMatchObject(split)
    expect(body.data.cols.map(({ name }: { name: string }) => name)).toEqual([
      'status',
      'paid',
      'pivot-grouping',
      'count',
      'avg',
    ])
    const { body: bare } = await run({ ...split, show_row_totals: false, show_column_totals: null })
    expect(bare.data.rows).toEqual(rows.slice(0, 4))
    expect((await run({})).body.data.rows).toEqual(rows)
  })

  test('of what is not there fails; what is no pivot is refused', async () => {
    const failed = await run({ pivot_rows: [2] })
    expect([failed.status, failed.body.status, failed.body.error_type]).toEqual([
      200,
      'failed',
      'invalid-query',
    ])
    const { query } = question()
    const [notThere, native] = [{ query: { ...query, breakout: [] } }, { native: { query: 'x' } }]
    for (const [more, key] of [
      [{ pivot_rows: [-1] }, 'pivot_rows.0'],
      [{ pivot_rows: [0, 0] }, 'pivot_rows'],
      [{ pivot_rows: [0], pivot_cols: [0] }, 'pivot_cols'],
      [{ pivot_rows: '0' }, 'pivot_rows'],
      [{ ...notThere, ...split }, 'query.breakout'],
      [{ type: 'native', query: undefined, ...native }, 'type'],
    ] as const) {
      const { status, body } = await run(more, admin)
      expect([status, Object.keys(body.errors)]).toEqual([400, [key]])
    }
    expect((await run({ query: { ...query, breakout: [name()] } })).status).toBe(403)
    expect((await user.post('/api/dataset/nonsense', question())).status).toBe(404)
  })

  const file = async (path: string, body: object) => (await admin.post(path, body)).body
  const flat = 'Status,Paid,Count,Average of Total\ndone,true,2,3\nopen,false,2,4.5\n'
  const sheet =
    ',false,false,true,true,Row totals,Row totals\n' +
    'Status,Count,Average of Total,Count,Average of Total,Count,Average of Total\n'
  const pivoted = `${sheet}done,,,2,3,2,3\nopen,2,4.5,,,2,4.5\nGrand totals,2,4.5,2,3,4,3.75\n`
  test('is a sheet in files that ask for it', async () => {
    const query = { ...question(), ...split }
    const csv = async (more: object) => await file('/api/dataset/csv', { query, ...more })
    expect(await csv({ pivot_results: true })).toBe(pivoted)
    expect(await csv({})).toBe(flat)
    const bare = { query: question(), pivot_results: true }
    expect(await file('/api/dataset/csv', bare)).toBe(flat)
    expect(await file('/api/dataset/json', { query, pivot_results: true })).toHaveLength(2)
  })

  test('of a saved question is what its settings describe, with the values of its parameters', async () => {
    const target = ['dimension', field(orders, 'status')]
    const { body: card } = await admin.post('/api/card', {
      name: 'Orders pivoted',
      display: 'pivot',
      dataset_query: question(),
      parameters: [{ id: 'state', type: 'string/=', target }],
      visualization_settings: {
        'pivot_table.column_split': {
          rows: ['status', 'no longer there'],
          columns: [field(orders, 'paid')],
          values: ['count', 'avg'],
        },
      },
    })
    const { body } = await admin.post(`/api/card/pivot/${card.id}/query`)
    expect(body).toMatchObject({ status: 'completed', context: 'question', data: { rows } })
    const parameters = [{ id: 'state', value: 'open' }]
    const filtered = await admin.post(`/api/card/pivot/${card.id}/query`, { parameters })
    expect(filtered.body.data.rows).toEqual([
      ['open', false, 0, 2, 4.5],
      [null, false, 1, 2, 4.5],
      ['open', null, 2, 2, 4.5],
      [null, null, 3, 2, 4.5],
    ])
    const path = `/api/card/${card.id}/query/csv`
    expect(await file(path, { pivot_results: true })).toBe(pivoted)
    expect(await file(path, { parameters, pivot_results: false })).toBe(
      'Status,Paid,Count,Average of Total\nopen,false,2,4.5\n',
    )
    await admin.put(`/api/card/${card.id}`, { display: 'table' })
    expect(await file(path, { pivot_results: true })).toBe(flat)
  })
})
