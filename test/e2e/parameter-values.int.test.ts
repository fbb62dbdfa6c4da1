import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Caller } from '../support/caller.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld

const values = '/api/dataset/parameter/values'
const search = (text: string) => `/api/dataset/parameter/search/${encodeURIComponent(text)}`
const remapping = '/api/dataset/parameter/remapping'

const id = (field: string) => world.id(field)
const on: ValuesWorld['about'] = (...asked) => world.about(...asked)
const text = (name: string) => ['field', name, { 'base-type': 'type/Text' }]

const ask = async (path: string, body: object, who: Caller = world.admin) => {
  const { status, body: answer } = await who.post(path, { parameter: { id: 'p' }, ...body })
  expect([status, answer]).toEqual([200, expect.any(Array)])
  return answer
}

beforeAll(async () => {
  app = await startTestService()
  world = await valuesWorld(app)
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
      expectRefusal(await world.analyst.post(path, { ...paid, value: 'Oslo' }), 403, 'forbidden')
      const unknown = { ...city, field_ids: [2_147_483_647], value: 1 }
      expectRefusal(await world.admin.post(path, unknown), 404, 'not-found')
    }
    expect(await ask(values, city, world.analyst)).toHaveLength(3)
    const by = { id: 's', type: 'category', target: on('orders.status'), value: 'open' }
    expectRefusal(await world.analyst.post(values, { ...city, parameters: [by] }), 403, 'forbidden')
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
    expectRefusal(await world.analyst.get(through), 403, 'forbidden')
  })
})

test('values somebody wrote down need no database and no rights', async () => {
  const { stranger } = world
  const written = { values: ['Oslo', ['it', 'Italy'], 7, null] }
  const parameter = { values_source_type: 'static-list', values_source_config: written }
  expect(await ask(values, { parameter }, stranger)).toEqual([['Oslo'], ['it', 'Italy'], [7]])
  expect(await ask(search('ITA'), { parameter }, stranger)).toEqual([['it', 'Italy']])
  expect(await ask(remapping, { parameter, value: 'it' }, stranger)).toEqual(['it', 'Italy'])
  expect(await ask(remapping, { parameter, value: 'other' }, stranger)).toEqual(['other'])
})

test('what says nothing of where values are, or what to look for, is refused', async () => {
  const parameter = { id: 'p', target: on('people.city') }
  const refused: readonly (readonly [string, object])[] = [
    [values, { parameter: {} }],
    [values, { parameter: { values_source_type: 'magic' } }],
    [values, { parameter: { values_source_type: 'static-list' } }],
    [values, { parameter, field_ids: Array.from({ length: 51 }, () => 1) }],
    [search(' '), { parameter }],
    [remapping, { parameter }],
    [remapping, { parameter, value: ['a'] }],
  ]
  for (const [path, body] of refused)
    expectRefusal(await world.admin.post(path, body), 400, 'validation')
})

describe('the values of a saved question', () => {
  const from = (card_id: number, value: unknown, label?: unknown) => ({
    parameter: {
      id: 'p',
      values_source_type: 'card',
      values_source_config: { card_id, value_field: value, label_field: label },
    },
  })
  test('are those of one of its columns, for whoever may read it', async () => {
    const { reader, stranger, people, sql, admin } = world
    const structured = await world.save(
      people({ filter: ['<', ['field', id('people.id'), null], 3] }),
      {
        collection_id: world.readable,
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

    // What the question leaves out by its own order and limit is not there to choose, nor to find.
    const byId = ['field', id('people.id'), null]
    const last = await world.save(people({ 'order-by': [['desc', byId]], limit: 2 }), {
      collection_id: world.readable,
    })
    expect(await ask(values, from(last, byId), reader)).toEqual([[29], [30]])
    expect(await ask(search('1'), from(last, byId), reader)).toEqual([])

    const written = await world.save(
      sql(`select city, '' as nothing from people union all select null, null`),
      { collection_id: world.readable },
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

    for (const archived of [true, false]) {
      await admin.put(`/api/card/${structured}`, { archived })
      const [list, found] = archived
        ? [[], [1]]
        : [
            [['Oslo'], ['Rome']],
            [1, 'Person 1'],
          ]
      expect(await ask(values, from(structured, field), reader)).toEqual(list)
      expect(await ask(search('o'), from(structured, field), reader)).toEqual(list)
      expect(await ask(remapping, { ...labelled, value: 1 }, reader)).toEqual(found)
      expectRefusal(await stranger.post(values, from(structured, field)), 403, 'forbidden')
    }
  })
})
