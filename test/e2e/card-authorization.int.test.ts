import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { exportFormats } from '../../shared/contract/dataset.ts'
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
import { makePrincipals, type Principals } from '../support/principals.ts'
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
  const named = async (database: number, name: string): Promise<AskedTable> => {
    const { body } = await admin.get(`/api/database/${database}/metadata`)
    const found = body.tables.find((table: AskedTable) => table.name === name)
    if (!found) throw new Error(`There is no table ${name}.`)
    return found
  }
  tables = {
    orders: await named(id, 'orders'),
    people: await named(id, 'people'),
    foreign: await named(sample.id, 'products'),
  }
  principals = await makePrincipals(app, admin, { databaseId: id, schema: 'sales' })
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const as = (name: 'U0' | 'UD' | 'UN') => principals[name].caller ?? admin

const card = (dataset_query: object, more: object = {}) => ({
  name: 'A question',
  display: 'table',
  visualization_settings: {},
  dataset_query,
  ...more,
})

const save = async (who: Caller, dataset_query: object, more: object = {}): Promise<number> => {
  const { status, body } = await who.post('/api/card', card(dataset_query, more))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

const onOrders = (more: object = {}) => ({
  database: tables.orders.db_id,
  type: 'query',
  query: { 'source-table': tables.orders.id, ...more },
})
const onPeople = () => ({
  database: tables.people.db_id,
  type: 'query',
  query: { 'source-table': tables.people.id, limit: 2 },
})
const onCard = (id: number) => ({
  database: tables.orders.db_id,
  type: 'query',
  query: { 'source-table': `card__${id}`, limit: 2 },
})

/** The admin's own collection. */
const personal = { collection_id: 1 }

describe.each(questions)('%s is saved by: %s', (_, rule, make) => {
  test('whoever may ask it, and nobody else', async () => {
    const may = { 'may ask the table': ['UD', 'UN'], 'may write SQL': ['UN'] } as const
    const allowed: readonly string[] = rule in may ? may[rule as keyof typeof may] : []
    for (const name of ['U0', 'UD', 'UN'] as const) {
      const answer = await as(name).post('/api/card', card(make(tables)))
      if (allowed.includes(name)) expect(answer.status).toBe(200)
      else expectRefusal(answer, 403, 'forbidden')
    }
  })
})

describe('a saved question', () => {
  test('runs for whoever may read it, and its query asked ad hoc does not', async () => {
    const id = await save(admin, onPeople())
    for (const name of ['U0', 'UD'] as const) {
      const run = await as(name).post(`/api/card/${id}/query`, {})
      expect([run.status, run.body.status]).toEqual([200, 'completed'])
      for (const format of exportFormats)
        expect((await as(name).post(`/api/card/${id}/query/${format}`, {})).status).toBe(200)
      const { dataset_query } = (await as(name).get(`/api/card/${id}`)).body
      expectRefusal(await as(name).post('/api/dataset', dataset_query), 403, 'forbidden')
      expectRefusal(await as(name).post(`/api/card/${id}/copy`, {}), 403, 'forbidden')
    }
  })

  test('in a collection one may not read is out of reach', async () => {
    const id = await save(admin, onOrders(), personal)
    const path = `/api/card/${id}`
    for (const name of ['U0', 'UD', 'UN'] as const) {
      for (const read of [path, `${path}?as_of=1`, `${path}/history`, `${path}/query_metadata`])
        expectRefusal(await as(name).get(read), 403, 'forbidden')
      for (const run of ['query', ...exportFormats.map((format) => `query/${format}`), 'copy'])
        expectRefusal(await as(name).post(`${path}/${run}`, {}), 403, 'forbidden')
      expectRefusal(await as(name).put(path, { name: 'Mine' }), 403, 'forbidden')
      expectRefusal(await as(name).post(`${path}/restore`, { to_version: 1 }), 403, 'forbidden')
      expectRefusal(await as(name).delete(path), 403, 'forbidden')
      const listed: { id: number }[] = (await as(name).get('/api/card')).body
      expect(listed.map((it) => it.id)).not.toContain(id)
    }
  })

  test('one may not read is no source of one’s own', async () => {
    const id = await save(admin, onOrders(), personal)
    const ways = [
      onCard(id),
      { ...onCard(id), query: { 'source-query': onCard(id).query } },
      onOrders({
        joins: [{ 'source-table': `card__${id}`, alias: 'J', condition: ['=', 1, 1] }],
      }),
    ]
    for (const query of ways)
      for (const name of ['UD', 'UN'] as const) {
        expectRefusal(await as(name).post('/api/dataset', query), 403, 'forbidden')
        expectRefusal(await as(name).post('/api/dataset/csv', { query }), 403, 'forbidden')
        expectRefusal(await as(name).post('/api/card', card(query)), 403, 'forbidden')
      }
  })

  test('need not be named with its database, and tells those who may not read it nothing', async () => {
    const id = await save(admin, onPeople())
    const hidden = await save(admin, onPeople(), personal)
    const { database, ...unnamed } = onCard(id)
    for (const named of [{}, { database: null }, { database: -1337 }]) {
      const query = { ...unnamed, ...named }
      const answer = await as('UD').post('/api/dataset', query)
      expect(answer.body).toMatchObject({ status: 'completed', database_id: database })
      const nested = { ...query, query: { 'source-query': query.query } }
      expect((await admin.post('/api/dataset', nested)).body.status).toBe('completed')
      for (const file of [{ query }, query])
        expect((await admin.post('/api/dataset/csv', file)).body).toContain('Person')
      const saved = await save(admin, query)
      expect((await admin.post(`/api/card/${saved}/query`)).body.status).toBe('completed')
      const secret = { ...query, query: onCard(hidden).query }
      expectRefusal(await as('UD').post('/api/dataset', secret), 403, 'forbidden')
    }
  })

  test('built on one that one may not read runs, as a source too; that one does not', async () => {
    const below = await save(admin, onPeople(), personal)
    const above = await save(admin, onCard(below))
    expect((await as('UD').post(`/api/card/${above}/query`, {})).body.status).toBe('completed')
    expect((await as('UD').post('/api/dataset', onCard(above))).body.status).toBe('completed')
    expectRefusal(await as('UD').post('/api/dataset', onCard(below)), 403, 'forbidden')
  })

  test('goes nowhere one may not write, and changes only to what one may ask', async () => {
    const id = await save(as('UD'), onOrders())
    const change = (more: object) => as('UD').put(`/api/card/${id}`, more)
    expectRefusal(await change(personal), 403, 'forbidden')
    expectRefusal(await change({ dataset_query: onPeople() }), 403, 'forbidden')
    expectRefusal(await change({ enable_embedding: true }), 403, 'forbidden')
    expect((await change({ name: 'Renamed' })).status).toBe(200)
  })
})

describe('a parameter that a question declares', () => {
  const about = (target: unknown) => ({
    parameters: [{ id: 'p', type: 'string/=', target: ['dimension', target] }],
  })
  const hidden = () => about(across(tables))
  const open = () => about(['field', fieldOf(tables.orders, 'status'), null])
  const counting = () => onOrders({ aggregation: ['count'] })

  test('is about nothing that who declares it may not ask', async () => {
    expectRefusal(await as('UD').post('/api/card', card(counting(), hidden())), 403, 'forbidden')
    expect((await as('UD').post('/api/card', card(counting(), open()))).status).toBe(200)
    expect((await as('UN').post('/api/card', card(counting(), hidden()))).status).toBe(200)
  })

  test('cannot be put on a question that one may only write to', async () => {
    const id = await save(as('UD'), counting(), open())
    const path = `/api/card/${id}`
    for (const name of ['UD', 'U0'] as const) {
      expectRefusal(await as(name).put(path, hidden()), 403, 'forbidden')
      const query = { ...counting(), ...hidden() }
      expectRefusal(await as(name).put(path, { dataset_query: query }), 403, 'forbidden')
      expect((await as(name).put(path, { ...open(), description: name })).status).toBe(200)
    }
  })

  test('comes back with its version only to who may ask it', async () => {
    const id = await save(as('UN'), counting(), hidden())
    expect((await as('UN').put(`/api/card/${id}`, { parameters: [] })).status).toBe(200)
    const restore = (who: Caller) => who.post(`/api/card/${id}/restore`, { to_version: 1 })
    expectRefusal(await restore(as('UD')), 403, 'forbidden')
    expect((await restore(as('UN'))).status).toBe(200)
    expectRefusal(await as('UD').post(`/api/card/${id}/copy`, {}), 403, 'forbidden')
    const value = { parameters: [{ id: 'p', type: 'string/=', value: ['Person 1'] }] }
    const run = await as('U0').post(`/api/card/${id}/query`, value)
    expect([run.status, run.body.status]).toEqual([200, 'completed'])
  })
})
