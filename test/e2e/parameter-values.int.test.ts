import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asNewUser, type Caller } from '../support/caller.ts'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld
/** May ask everything but the orders, which are in a schema of their own. */
let analyst: Caller
let open: number
/** By table and name, e.g. `people.city`. */
let fields: Record<string, number>

const values = '/api/dataset/parameter/values'
const search = (text: string) => `/api/dataset/parameter/search/${encodeURIComponent(text)}`
const remapping = '/api/dataset/parameter/remapping'

const id = (name: string): number => fields[name] ?? 0
const on = (name: string, options: object | null = null) => [
  'dimension',
  ['field', id(name), options],
]

const ask = async (path: string, body: object, who: Caller = world.admin) => {
  const { status, body: answer } = await who.post(path, { parameter: { id: 'p' }, ...body })
  expect([status, answer]).toEqual([200, expect.any(Array)])
  return answer
}

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  const { admin, customer, databaseId } = world
  await customer.run(
    'create table things (n bigint, day date, price numeric(6,2), mark uuid, note text)',
    `insert into things values (9007199254740993, '2024-02-29', 1.5, '00000000-0000-0000-0000-0000000000ab', '50% OFF'),
      (2, null, null, null, ''), (3, '2023-12-31', 1.50, null, null)`,
  )
  await admin.post(`/api/database/${databaseId}/sync_schema`)
  await admin.synced(databaseId)
  const { body } = await admin.get(`/api/database/${databaseId}/fields`)
  fields = Object.fromEntries(
    body.map((field: { id: number; table_name: string; name: string }) => [
      `${field.table_name}.${field.name}`,
      field.id,
    ]),
  )
  open = await world.create('Open')
  await world.open(open, 'read')
  analyst = await asNewUser(app, admin)
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Analysts' })
  const { body: me } = await analyst.get('/api/user/current')
  await admin.post('/api/permissions/membership', { group_id: group.id, user_id: me.id })
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const groups = { [group.id]: { [databaseId]: { data: { schemas: { public: 'all' } } } } }
  const granted = await admin.put('/api/permissions/graph', { revision, groups })
  expect(granted.status).toBe(200)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

describe('the values of a field', () => {
  test('are listed, each once and as results have it', async () => {
    const of = (...names: string[]) => ask(values, { field_ids: names.map(id) })
    expect(await of('people.city')).toEqual([['Berlin'], ['Oslo'], ['Rome']])
    expect(await of('orders.paid')).toEqual([[false], [true]])
    expect(await of('things.n')).toEqual([[2], [3], ['9007199254740993']])
    expect(await of('things.price')).toEqual([[1.5]])
    expect(await of('things.day')).toEqual([['2023-12-31T00:00:00Z'], ['2024-02-29T00:00:00Z']])
    expect(await of('things.note')).toEqual([['50% OFF']])
    expect(await of('orders.status', 'people.city', 'orders.status')).toEqual([
      ['Berlin'],
      ['done'],
      ['open'],
      ['Oslo'],
      ['Rome'],
    ])
    expect(await ask(values, { parameter: { target: on('people.city') } })).toHaveLength(3)
  })

  test('are searched: in texts for a part, else for the whole', async () => {
    const find = (text: string, name: string) => ask(search(text), { field_ids: [id(name)] })
    expect(await find('O', 'people.city')).toEqual([['Oslo'], ['Rome']])
    expect(await find('0% o', 'things.note')).toEqual([['50% OFF']])
    expect(await find('_', 'things.note')).toEqual([])
    expect(await find(`'; drop table things --`, 'things.note')).toEqual([])
    expect(await find('00AB', 'things.mark')).toEqual([['00000000-0000-0000-0000-0000000000ab']])
    expect(await find('3', 'things.n')).toEqual([[3]])
    expect(await find('three', 'things.n')).toEqual([])
    expect(await find('2024-02-29', 'things.day')).toEqual([['2024-02-29T00:00:00Z']])
  })

  test('of a key go by the name in its row', async () => {
    const key = { field_ids: [id('orders.person_id')] }
    const all = await ask(values, key)
    expect(all).toHaveLength(30)
    expect(all.slice(0, 2)).toEqual([
      [1, 'Person 1'],
      [10, 'Person 10'],
    ])
    expect(await ask(search('SON 30'), key)).toEqual([[30, 'Person 30']])
    expect(await ask(remapping, { ...key, value: 7 })).toEqual([7, 'Person 7'])
    expect(await ask(remapping, { field_ids: [id('people.id')], value: '8' })).toEqual([
      8,
      'Person 8',
    ])
    for (const value of [99, 'x', null])
      expect(await ask(remapping, { ...key, value })).toEqual([value])
    expect(await ask(remapping, { field_ids: [id('people.city')], value: 'Oslo' })).toEqual([
      'Oslo',
    ])
  })

  test('are narrowed by other parameters, also through keys', async () => {
    const narrowed = (name: string, ...others: object[]) =>
      ask(values, { field_ids: [id(name)], parameters: others })
    const email = { id: 'e', type: 'string/=', target: on('people.email'), value: 'p1@example.com' }
    expect(await narrowed('people.city', email)).toEqual([['Oslo']])
    expect(await narrowed('people.city', { ...email, id: 'p' })).toHaveLength(3)
    expect(await narrowed('people.city', { ...email, value: [] })).toHaveLength(3)
    const total = { id: 't', type: 'number/>=', target: on('orders.total'), value: [448] }
    expect(await narrowed('people.city', total)).toEqual([['Berlin'], ['Oslo']])
    expect(await narrowed('orders.status', { ...email, type: 'category' })).toEqual([['open']])
    expect(await narrowed('people.city', total, email)).toEqual([['Oslo']])
    const unrelated = { id: 'u', type: 'category', target: on('things.n'), value: 2 }
    expect(await narrowed('people.city', unrelated)).toHaveLength(3)
    expectRefusal(
      await world.admin.post(values, {
        parameter: {},
        field_ids: [id('people.city')],
        parameters: [{ ...total, value: [1, 2] }],
      }),
      400,
      'validation',
    )
  })

  test('are for those who may ask its table, and nobody else', async () => {
    const { reader } = world
    const city = { parameter: {}, field_ids: [id('people.city')] }
    const paid = { parameter: {}, field_ids: [id('people.city'), id('orders.paid')] }
    for (const path of [values, search('o'), remapping]) {
      expectRefusal(await reader.post(path, { ...city, value: 'Oslo' }), 403, 'forbidden')
      expectRefusal(await analyst.post(path, { ...paid, value: 'Oslo' }), 403, 'forbidden')
      const unknown = { ...city, field_ids: [2_147_483_647], value: 1 }
      expectRefusal(await world.admin.post(path, unknown), 404, 'not-found')
    }
    expect(await ask(values, city, analyst)).toHaveLength(3)
    const by = { id: 's', type: 'category', target: on('orders.status'), value: 'open' }
    expectRefusal(await analyst.post(values, { ...city, parameters: [by] }), 403, 'forbidden')
  })

  test('beside those of another in their rows', async () => {
    const { admin, reader } = world
    const path = (name: string, what: string, other: string, query: string) =>
      `/api/field/${id(name)}/${what}/${id(other)}?${query}`
    const get = async (...asked: Parameters<typeof path>) => (await admin.get(path(...asked))).body
    const found = [
      [1, 'Person 1'],
      [10, 'Person 10'],
    ]
    expect(await get('people.id', 'search', 'people.name', 'value=SON%201&limit=2')).toEqual(found)
    expect(await get('orders.person_id', 'search', 'people.name', 'value=son%2030')).toEqual([
      [30, 'Person 30'],
    ])
    expect(await get('people.city', 'search', 'people.city', '')).toEqual([
      ['Berlin', 'Berlin'],
      ['Oslo', 'Oslo'],
      ['Rome', 'Rome'],
    ])
    expect(await get('orders.person_id', 'remapping', 'people.name', 'value=3')).toEqual([
      3,
      'Person 3',
    ])
    expect(await get('people.id', 'remapping', 'people.name', 'value=99')).toEqual([])
    const apart = await admin.get(path('people.id', 'search', 'things.note', 'value=x'))
    expectRefusal(apart, 400, 'validation')
    const blank = await admin.get(path('people.id', 'search', 'people.name', 'value=%20'))
    expectRefusal(blank, 400, 'validation')
    const barred = path('people.id', 'search', 'people.name', 'value=x')
    expectRefusal(await reader.get(barred), 403, 'forbidden')
    const through = path('orders.person_id', 'remapping', 'people.name', 'value=1')
    expectRefusal(await analyst.get(through), 403, 'forbidden')
  })
})

describe('values somebody wrote down', () => {
  const parameter = {
    id: 'p',
    values_source_type: 'static-list',
    values_source_config: { values: ['Oslo', ['it', 'Italy'], 7, null] },
  }

  test('need no database and no rights', async () => {
    const { stranger } = world
    expect(await ask(values, { parameter }, stranger)).toEqual([['Oslo'], ['it', 'Italy'], [7]])
    expect(await ask(search('ITA'), { parameter }, stranger)).toEqual([['it', 'Italy']])
    expect(await ask(remapping, { parameter, value: 'it' }, stranger)).toEqual(['it', 'Italy'])
    expect(await ask(remapping, { parameter, value: 'other' }, stranger)).toEqual(['other'])
  })

  test.each([
    ['no source at all', values, { parameter: {} }],
    ['a source nobody knows', values, { parameter: { values_source_type: 'magic' } }],
    ['a list that is none', values, { parameter: { values_source_type: 'static-list' } }],
    ['too many fields', values, { parameter: {}, field_ids: Array.from({ length: 51 }, () => 1) }],
    ['a blank text', search(' '), { parameter }],
    ['no value', remapping, { parameter }],
    ['a value that is many', remapping, { parameter, value: ['a'] }],
  ])('%s is refused', async (_, path, body) => {
    expectRefusal(await world.admin.post(path, body), 400, 'validation')
  })
})

describe('the values of a saved question', () => {
  const from = (card_id: number, value: unknown, label?: unknown) => ({
    parameter: {
      id: 'p',
      values_source_type: 'card',
      values_source_config: { card_id, value_field: value, label_field: label },
    },
  })
  const text = (name: string) => ['field', name, { 'base-type': 'type/Text' }]

  test('are those of one of its columns, for whoever may read it', async () => {
    const { reader, stranger, people, sql, admin } = world
    const structured = await world.save(
      people({ filter: ['<', ['field', id('people.id'), null], 3] }),
      {
        collection_id: open,
      },
    )
    const field = ['field', id('people.city'), null]
    expect(await ask(values, from(structured, field), reader)).toEqual([['Oslo'], ['Rome']])
    const labelled = from(structured, ['field', id('people.id'), null], text('name'))
    expect(await ask(values, labelled, reader)).toEqual([
      [1, 'Person 1'],
      [2, 'Person 2'],
    ])
    expect(await ask(search('2'), labelled, reader)).toEqual([[2, 'Person 2']])
    expect(await ask(remapping, { ...labelled, value: 1 }, reader)).toEqual([1, 'Person 1'])

    const written = await world.save(
      sql(`select city, '' as nothing from people union all select null, null`),
      { collection_id: open },
    )
    expect(await ask(values, from(written, text('city')), reader)).toHaveLength(3)
    expect(await ask(values, from(written, text('nothing')), reader)).toEqual([])
    expect(await ask(search('OS'), from(written, text('city')), reader)).toEqual([['Oslo']])
    const wrong = await admin.post(values, from(written, text('gone')))
    expectRefusal(wrong, 400, 'validation')

    for (const path of [values, search('o')]) {
      expectRefusal(await stranger.post(path, from(structured, field)), 403, 'forbidden')
      expectRefusal(await admin.post(path, from(2_147_483_647, field)), 404, 'not-found')
    }
  })
})

describe('the parameters of a saved question', () => {
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
    const orders = await world.admin.get(`/api/field/${id('orders.id')}`)
    const query = {
      'source-table': orders.body.table_id,
      filter: ['<=', ['field', id('orders.id'), null], 4],
      aggregation: [['count']],
    }
    const dataset_query = { database: world.databaseId, type: 'query', query }
    return world.save(dataset_query, { collection_id: open, parameters })
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
      collection_id: open,
      parameters: [{ id: 'n', type: 'number/=', target: ['dimension', text('count')] }],
    })
    const { body } = await reader.get(`/api/card/${inside}/params/n/values`)
    expect(body).toEqual({ values: [[4]], has_more_values: false })
    expectRefusal(await admin.get(`/api/card/${card}/params/constructor/values`), 400, 'validation')
  })

  const text = (name: string) => ['field', name, { 'base-type': 'type/Integer' }]
})
