import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Caller } from '../support/caller.ts'
import { cardBody } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld

const id = (field: string) => world.id(field)
const on: ValuesWorld['about'] = (...asked) => world.about(...asked)
const text = (name: string) => ['field', name, { 'base-type': 'type/Text' }]

beforeAll(async () => {
  app = await startTestService()
  world = await valuesWorld(app)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const status = () => ({ id: 's', type: 'string/=', target: on('orders.status') })
const city = () => {
  const options = { 'source-field': id('orders.person_id') }
  return { id: 'c', type: 'string/=', target: on('people.city', options) }
}
const listed = {
  id: 'l',
  type: 'category',
  values_source_type: 'static-list',
  values_source_config: { values: [['a', 'A']] },
}
const person = () => ({ id: 'p', type: 'id', target: on('orders.person_id') })

const save = async (...parameters: object[]) => {
  const query = {
    'source-table': world.table('orders'),
    filter: ['<=', ['field', id('orders.id'), null], 4],
    aggregation: [['count']],
  }
  const dataset_query = { database: world.databaseId, type: 'query', query }
  return world.save(dataset_query, { collection_id: world.readable, parameters })
}

test('offer the values in its rows to whoever may read it', async () => {
  const { admin, reader, stranger } = world
  const card = await save(status(), city(), listed, person())
  const get = async (path: string, who: Caller = reader) =>
    (await who.get(`/api/card/${card}/params/${path}`)).body
  const list = (...entries: unknown[]) => ({ values: entries, has_more_values: false })
  expect(await get('s/values')).toEqual(list(['done'], ['open']))
  expect(await get('c/values')).toEqual(list(['Berlin'], ['Oslo'], ['Rome']))
  expect(await get('c/values?s=open')).toEqual(list(['Berlin'], ['Rome']))
  expect(await get('c/values?s=["open","done"]&c=Rome')).toHaveProperty('values.length', 3)
  expect(await get('c/search/OS?s=done')).toEqual(list(['Oslo']))
  expect(await get('l/values?s=open')).toEqual(list(['a', 'A']))
  expect(await get('l/remapping?value=a')).toEqual(['a', 'A'])
  expect(await get('s/remapping?value=open')).toEqual(['open'])
  // A name is for those who may ask its table themselves.
  expect(await get('p/values')).toEqual(list([2], [3], [4], [5]))
  expect(await get('p/remapping?value=2')).toEqual(['2'])
  expect(await get('p/search/son%205', admin)).toEqual(list([5, 'Person 5']))
  expect(await get('p/remapping?value=2', admin)).toEqual([2, 'Person 2'])

  const path = `/api/card/${card}/params`
  expectRefusal(await stranger.get(`${path}/s/values`), 403, 'forbidden')
  for (const wrong of ['x/values', 's/values?x=1', 's/search/%20', 's/remapping'])
    expectRefusal(await reader.get(`${path}/${wrong}`), 400, 'validation')
  await admin.put(`/api/card/${card}`, { archived: true })
  expectRefusal(await reader.get(`${path}/s/values`), 404, 'not-found')
})

test('tell nothing beyond what the question asks', async () => {
  const { admin, reader } = world
  const elsewhere = { id: 'e', type: 'category', target: on('things.note') }
  const card = await save(status(), elsewhere)
  for (const path of ['e/values', 'e/search/o', 'e/remapping?value=a', 's/values?e=1'])
    expectRefusal(await reader.get(`/api/card/${card}/params/${path}`), 400, 'validation')
  const inside = await world.save(world.on(card), {
    collection_id: world.readable,
    parameters: [
      {
        id: 'n',
        type: 'number/=',
        target: ['dimension', ['field', 'count', { 'base-type': 'type/Integer' }]],
      },
    ],
  })
  const { body } = await reader.get(`/api/card/${inside}/params/n/values`)
  expect(body).toEqual({ values: [[4]], has_more_values: false })
  expectRefusal(await admin.get(`/api/card/${card}/params/constructor/values`), 400, 'validation')
})

test('of SQL are those of the fields of its field filters', async () => {
  const { databaseId, readable, reader, stranger } = world
  const filter = (key: string, field: string) => ({
    [key]: {
      id: key,
      name: key,
      type: 'dimension',
      dimension: on(field)[1],
      'widget-type': 'id',
    },
  })
  const native = {
    query: 'select count(*) from sales.orders where {{status}} and {{paid}} and id > {{from}}',
    'template-tags': {
      ...filter('status', 'orders.status'),
      ...filter('paid', 'orders.paid'),
      from: { id: 'from', name: 'from', type: 'number' },
    },
  }
  const dataset_query = { database: databaseId, type: 'native', native }
  const card = await world.save(dataset_query, { collection_id: readable })
  const path = (rest: string) => `/api/card/${card}/params/${rest}`
  const get = async (rest: string) => (await reader.get(path(rest))).body.values
  expect(await get('status/values')).toEqual([['done'], ['open']])
  expect(await get('status/values?paid=true&from=7')).toEqual([['done']])
  expect(await get('status/search/PE')).toEqual([['open']])
  expectRefusal(await reader.get(path('from/values')), 400, 'validation')
  expectRefusal(await stranger.get(path('status/values')), 403, 'forbidden')
})

test('may come from a question its readers cannot read, but not its author', async () => {
  const { people, readable, reader, sql } = world
  const hidden = await world.save(sql('select word from words'))
  const config = { card_id: hidden, value_field: text('word') }
  const words = { id: 'w', type: 'category', values_source_type: 'card' }
  const parameters = [{ ...words, values_source_config: config }]
  const card = await world.save(people(), { collection_id: readable, parameters })
  const { body } = await reader.get(`/api/card/${card}/params/w/values`)
  expect([body.values.length, body.has_more_values]).toEqual([1_000, true])
  const found = await reader.get(`/api/card/${card}/params/w/search/1001`)
  expect(found.body).toEqual({ values: [['word 1001']], has_more_values: false })

  const shared = await world.create('Shared')
  await world.open(shared, 'write')
  const own = { collection_id: shared, parameters: [] }
  const mine = await world.save(world.on(card), own)
  expectRefusal(await reader.put(`/api/card/${mine}`, { parameters }), 403, 'forbidden')
  const onAmounts = ['field', id('orders.total'), { 'source-field': id('people.id') }]
  const sneaky = { ...words, values_source_config: { card_id: card, value_field: onAmounts } }
  expectRefusal(await reader.put(`/api/card/${mine}`, { parameters: [sneaky] }), 403, 'forbidden')
  const listed = { values_source_type: 'static-list', values_source_config: { values: [1] } }
  const { status } = await reader.put(`/api/card/${mine}`, {
    parameters: [{ ...words, ...listed }],
  })
  expect(status).toBe(200)
})

test('are about columns: an expression would be a way around the right to one', async () => {
  const { admin, databaseId, reader, readers } = world
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const groups = { [readers]: { [databaseId]: { data: { schemas: { sales: 'all' } } } } }
  expect((await admin.put('/api/permissions/graph', { revision, groups })).status).toBe(200)
  const collection_id = await world.create('Of the readers')
  await world.open(collection_id, 'write')
  const query = { 'source-table': world.table('orders'), aggregation: [['count']] }
  const dataset_query = { database: databaseId, type: 'query', query }
  const saved = (reference: unknown) => {
    const parameters = [{ id: 'x', type: 'string/contains', target: ['dimension', reference] }]
    return reader.post('/api/card', cardBody(dataset_query, { collection_id, parameters }))
  }
  expect((await saved(on('orders.status')[1])).status).toBe(200)
  const email = ['field', id('people.email'), { 'source-field': id('orders.person_id') }]
  expectRefusal(await saved(email), 403, 'forbidden')
  const expressions = [
    ['lower', email],
    ['concat', email, ''],
    ['COALESCE', email, ''],
  ]
  for (const reference of [...expressions, ['substring', email, 1, 1]])
    expectRefusal(await saved(reference), 400, 'validation')
})
