import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { exportFormats } from '../../shared/contract/dataset.ts'
import { type Expected, rules } from '../support/authorization-matrix.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import {
  type AskedTable,
  type AskedTables,
  across,
  fieldOf,
  questions,
} from '../support/data-questions.ts'
import {
  makePrincipals,
  type PrincipalName,
  type Principals,
  principalNames,
} from '../support/principals.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let customer: Customer
let admin: Caller
let principals: Principals
let tables: AskedTables

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
  await createSchema(customer)
  const [sample] = (await admin.get('/api/database')).body.data
  const id = await admin.connect(customer)
  await Promise.all([admin.synced(id), admin.synced(sample.id)])
  const all = async (database: number): Promise<AskedTable[]> =>
    (await admin.get(`/api/database/${database}/metadata`)).body.tables
  const named = (list: AskedTable[], name: string) => {
    const found = list.find((table) => table.name === name)
    if (!found) throw new Error(`There is no table ${name}.`)
    return found
  }
  const [own, others] = await Promise.all([all(id), all(sample.id)])
  tables = {
    orders: named(own, 'orders'),
    people: named(own, 'people'),
    foreign: named(others, 'products'),
  }
  principals = await makePrincipals(app, admin, { databaseId: id, schema: 'sales' })
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const codes = { 401: 'unauthenticated', 403: 'forbidden' } as const

const by = (name: PrincipalName, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: principals[name].caller?.token, body })

/** Whatever is refused names nothing of what it is refused for. */
const expectRefused = (
  answer: Awaited<ReturnType<typeof by>>,
  status: keyof typeof codes,
): void => {
  expectRefusal(answer, status, codes[status])
  expect(JSON.stringify(answer.body)).not.toMatch(
    /people|orders|products|sales|public|name|customer/i,
  )
}

describe.each(questions)('%s is for: %s', (_, rule, make) => {
  test.each(principalNames)('%s, as an answer and in every format', async (name) => {
    const expected: Expected = rules[rule][name]
    const query = make(tables)
    const answer = await by(name, 'POST', '/api/dataset', query)
    if (expected === 'good') expect(answer.body).toMatchObject({ status: 'completed' })
    else expectRefused(answer, expected)
    for (const format of exportFormats) {
      const file = await by(name, 'POST', `/api/dataset/${format}`, { query })
      if (expected !== 'good') expectRefused(file, expected)
      else expect([file.status, file.headers.has('content-disposition')]).toEqual([200, true])
    }
  })

  // What may be asked in structure alone has SQL that only those may see who may write it.
  test.each(principalNames)('%s, as SQL to look at', async (name) => {
    const shown = rule === 'may ask the table' ? 'may write SQL' : rule
    const expected: Expected = rules[shown][name]
    const answer = await by(name, 'POST', '/api/dataset/native', make(tables))
    if (expected === 'good') expect(answer.status).toBe(200)
    else expectRefused(answer, expected)
  })
})

const looks = [
  ['a table', (table: AskedTable) => `/api/table/${table.id}`],
  ['the fields of a table', (table: AskedTable) => `/api/table/${table.id}/query_metadata`],
  ['the keys into a table', (table: AskedTable) => `/api/table/${table.id}/fks`],
  ['a field', (table: AskedTable) => `/api/field/${table.fields[1]?.id}`],
  ['the values of a field', (table: AskedTable) => `/api/field/${table.fields[1]?.id}/values`],
  ['the count of a field', (table: AskedTable) => `/api/field/${table.fields[1]?.id}/summary`],
] as const
const whose = [
  ['orders', 'may ask the table'],
  ['people', 'may write SQL'],
  ['foreign', 'admin'],
] as const

describe.each(looks)('%s can be looked at', (_, path) => {
  test.each(whose)('for %s, by: %s', async (which, rule) => {
    for (const name of principalNames) {
      const expected: Expected = rules[rule][name]
      const answer = await by(name, 'GET', path(tables[which]))
      if (expected === 'good') expect(answer.status).toBe(200)
      else expectRefused(answer, expected)
    }
  })
})

describe('lists hold what one may ask, and no word of the rest', () => {
  const namesIn = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
  const mayAsk = {
    U0: [],
    GM: [],
    UD: ['big_orders', 'orders'],
    UN: ['big_orders', 'odd " name; drop', 'orders', 'people'],
  } as const

  test.each(Object.entries(mayAsk))('%s: of tables', async (name, expected) => {
    const answer = await by(name as PrincipalName, 'GET', '/api/table')
    expect(namesIn(answer.body)).toEqual(expected)
    if (name === 'UD') expect(JSON.stringify(answer.body)).not.toMatch(/people|products/)
  })

  test('of what a query needs to know: tables, fields, keys', async () => {
    const path = '/api/dataset/query_metadata'
    const ask = (name: PrincipalName, { db_id }: AskedTable) =>
      by(name, 'POST', path, { database: db_id })
    const { status, body } = await ask('UD', tables.orders)
    expect([status, namesIn(body.tables)]).toEqual([200, mayAsk.UD])
    const tableIds = new Set(body.tables.map(({ id }: { id: number }) => id))
    for (const field of body.fields) expect(tableIds.has(field.table_id)).toBe(true)
    const key = body.fields.find(({ name }: { name: string }) => name === 'person_id')
    expect([key.target, body.fks]).toEqual([null, []])
    expect(JSON.stringify(body)).not.toMatch(/people|email|city/)
    const whole = (await ask('UN', tables.orders)).body
    expect([namesIn(whole.tables), whole.fks.length]).toEqual([mayAsk.UN, 1])
    for (const name of ['U0', 'GM'] as const) expectRefused(await ask(name, tables.orders), 403)
    for (const name of ['U0', 'GM', 'UD', 'UN'] as const)
      expectRefused(await ask(name, tables.foreign), 403)
  })

  test('of keys into a table: none from a table one may not ask', async () => {
    const keys = await by('UN', 'GET', `/api/table/${tables.people.id}/fks`)
    expect(keys.body.map(({ origin }: { origin: { name: string } }) => origin.name)).toEqual([
      'person_id',
    ])
  })

  test('of databases, in what people hear of themselves', async () => {
    const mine = async (name: PrincipalName) => {
      const { permissions } = (await by(name, 'GET', '/api/user/current')).body
      return [permissions.databases.length, permissions.can_create_native_queries]
    }
    expect(await mine('U0')).toEqual([0, false])
    expect(await mine('GM')).toEqual([0, false])
    expect(await mine('UD')).toEqual([1, false])
    expect(await mine('UN')).toEqual([1, true])
  })
})

describe('a query on a table one may not ask', () => {
  const onPeople = (more: object) => ({
    database: tables.people.db_id,
    type: 'query',
    query: { 'source-table': tables.people.id, ...more },
  })
  const nameOf = () => ['field', fieldOf(tables.people, 'name'), null]
  const probes: readonly (readonly [string, () => object])[] = [
    ['whether a field is text', () => ({ aggregation: [['sum', nameOf()]] })],
    [
      'what a field is compared with',
      () => ({ filter: ['=', ['field', fieldOf(tables.people, 'born'), null], 'never'] }),
    ],
    [
      'whether a field is a time',
      () => ({ breakout: [['field', nameOf()[1], { 'temporal-unit': 'hour' }]] }),
    ],
    ['which fields there are', () => ({ fields: [['field', 2_147_483_647, null]] })],
    [
      'which columns there are',
      () => ({ fields: [['field', 'nickname', { 'base-type': 'type/Text' }]] }),
    ],
    [
      'which keys there are',
      () => ({ fields: [['field', nameOf()[1], { 'source-field': nameOf()[1] }]] }),
    ],
  ]

  test.each(probes)('does not tell %s', async (_, more) => {
    const [refused, plain] = [onPeople(more()), onPeople({ limit: 1 })]
    const answer = await by('UD', 'POST', '/api/dataset', refused)
    expectRefused(answer, 403)
    expect(answer.body).toEqual((await by('UD', 'POST', '/api/dataset', plain)).body)
    expect((await by('UN', 'POST', '/api/dataset', refused)).status).toBe(400)
  })

  test('reached across a key tells none of it either', async () => {
    const query = {
      database: tables.orders.db_id,
      type: 'query',
      query: { 'source-table': tables.orders.id, aggregation: [['sum', across(tables)]] },
    }
    expectRefused(await by('UD', 'POST', '/api/dataset', query), 403)
    expect((await by('UN', 'POST', '/api/dataset', query)).status).toBe(400)
  })
})

describe('ids of one database in a query on another', () => {
  const mixed: readonly (readonly [string, () => object])[] = [
    ['its table', () => ({ 'source-table': tables.foreign.id })],
    [
      'its table in a join',
      () => ({
        'source-table': tables.orders.id,
        joins: [{ 'source-table': tables.foreign.id, alias: 'J', condition: ['=', 1, 1] }],
      }),
    ],
    [
      'its field',
      () => ({
        'source-table': tables.orders.id,
        filter: ['not-null', ['field', tables.foreign.fields[0]?.id, null]],
      }),
    ],
    [
      'its field across a key',
      () => ({
        'source-table': tables.orders.id,
        fields: [
          [
            'field',
            tables.foreign.fields[0]?.id,
            { 'source-field': fieldOf(tables.orders, 'person_id') },
          ],
        ],
      }),
    ],
  ]

  test.each(mixed)('%s is no part of it, whoever asks', async (_, make) => {
    const query = { database: tables.orders.db_id, type: 'query', query: make() }
    for (const name of ['UD', 'UN', 'AD'] as const) {
      expectRefusal(await by(name, 'POST', '/api/dataset', query), 400)
      expectRefusal(await by(name, 'POST', '/api/dataset/csv', { query }), 400)
    }
    for (const name of ['U0', 'GM'] as const)
      expectRefused(await by(name, 'POST', '/api/dataset', query), 403)
  })

  test('a query names its database', async () => {
    const query = { type: 'query', query: { 'source-table': tables.orders.id } }
    expectRefusal(await by('UD', 'POST', '/api/dataset', query), 400)
  })
})
