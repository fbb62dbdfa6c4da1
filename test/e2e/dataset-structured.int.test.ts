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
