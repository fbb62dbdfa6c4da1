import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld
let city: number
let dashboard: number
/** Where each of the questions below stands. */
let places: Record<
  'structured' | 'sql' | 'other',
  { readonly dashcard: number; readonly card: number }
>

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }
const parameters = [
  { id: 'city', name: 'City', slug: 'city', type: 'string/=' },
  { id: 'unused', name: 'Unused', slug: 'unused', type: 'number/=' },
]

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  const { admin } = world
  const { body: table } = await admin.get(`/api/table/${world.tableId}/query_metadata`)
  city = table.fields.find(({ name }: { name: string }) => name === 'city').id
  const shelf = await world.create('Shelf')
  await world.open(shelf, 'read')
  const at = { collection_id: shelf }
  const count = { aggregation: [['count']] }
  const structured = await world.save(world.people(count), { ...at, name: 'How many' })
  const sql = await world.save(
    {
      database: world.databaseId,
      type: 'native',
      native: {
        query: 'select count(*) as n from people where true [[and city = {{city}}]]',
        'template-tags': { city: { id: 't1', name: 'city', 'display-name': 'City', type: 'text' } },
      },
    },
    at,
  )
  const other = await world.save(world.people({ ...count, breakout: [['field', city, null]] }), at)
  const made = await admin.post('/api/dashboard', { name: 'People', parameters, ...at })
  dashboard = made.body.id
  const column = ['dimension', ['field', city, null]]
  const map = (card: number, target: unknown) => [{ parameter_id: 'city', card_id: card, target }]
  const { body } = await admin.put(`/api/dashboard/${dashboard}`, {
    dashcards: [
      { id: -1, card_id: structured, ...place, parameter_mappings: map(structured, column) },
      {
        id: -2,
        card_id: sql,
        ...place,
        parameter_mappings: map(sql, ['variable', ['template-tag', 'city']]),
      },
      { id: -3, card_id: other, ...place, series: [{ id: structured }] },
    ],
  })
  const [one, two, three] = body.dashcards
  places = {
    structured: { dashcard: one.id, card: structured },
    sql: { dashcard: two.id, card: sql },
    other: { dashcard: three.id, card: other },
  }
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const path = ({ dashcard, card }: { dashcard: number; card: number }, of = dashboard) =>
  `/api/dashboard/${of}/dashcard/${dashcard}/card/${card}/query`

const run = (which: keyof typeof places, asked: object[] = [], by = world.reader) =>
  by.post(path(places[which]), { parameters: asked })

const oslo = { id: 'city', type: 'string/=', value: ['Oslo'] }

describe('a question on a dashboard', () => {
  test('runs for whoever may read it, filtered by what is mapped, in MBQL and in SQL', async () => {
    for (const which of ['structured', 'sql'] as const) {
      expect((await run(which)).body).toMatchObject({
        status: 'completed',
        context: 'dashboard',
        data: { rows: [[30]] },
      })
      expect((await run(which, [oslo])).body.data.rows).toEqual([[10]])
      expect((await run(which, [{ ...oslo, value: 'Oslo' }])).body.data.rows).toEqual([[10]])
      expect((await run(which, [{ ...oslo, value: null }])).body.data.rows).toEqual([[30]])
    }
    // A filter that is not mapped to the card says nothing of it.
    expect((await run('other', [oslo])).body.data.rows).toHaveLength(3)
    expect((await run('structured', [{ id: 'unused', value: [5] }])).body.data.rows).toEqual([[30]])
  })

  test('is filtered by nothing but the filters of the dashboard, as they are mapped', async () => {
    expectRefusal(await run('structured', [{ id: 'nothing', value: 'x' }]), 400)
    expectRefusal(await run('structured', [{ value: 'x' }]), 400)
    expectRefusal(await run('structured', [{ ...oslo, type: 'number/=' }]), 400)
    const elsewhere = ['dimension', ['field', city + 1, null]]
    expectRefusal(await run('structured', [{ ...oslo, target: elsewhere }]), 400)
    const target = ['dimension', ['field', city, null]]
    expect((await run('structured', [{ ...oslo, target }])).body.data.rows).toEqual([[10]])
  })

  test('has to stand there, as its own card or among the series of another', async () => {
    const { structured, sql, other } = places
    const { reader } = world
    const among = { dashcard: other.dashcard, card: structured.card }
    expect((await reader.post(path(among), {})).body.data.rows).toEqual([[30]])
    const { body: empty } = await world.admin.post('/api/dashboard', { name: 'Empty' })
    for (const wrong of [
      path({ dashcard: structured.dashcard, card: sql.card }),
      path({ dashcard: 999_999, card: sql.card }),
      path(structured, empty.id),
    ])
      expectRefusal(await world.admin.post(wrong, {}), 404)
    expectRefusal(await world.stranger.post(path(structured), {}), 403)
    await world.admin.put(`/api/card/${other.card}`, { archived: true })
    expectRefusal(await run('other'), 404)
    await world.admin.put(`/api/card/${other.card}`, { archived: false })
    await world.admin.put(`/api/dashboard/${dashboard}`, { archived: true })
    expectRefusal(await run('structured'), 404)
    await world.admin.put(`/api/dashboard/${dashboard}`, { archived: false })
  })

  test('is downloaded and pivoted with the same filters', async () => {
    const file = await world.reader.post(`${path(places.structured)}/csv`, { parameters: [oslo] })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toContain('how_many')
    expect(String(file.body)).toMatch(/\n10\n?$/)
    const { dashcard, card } = places.other
    const pivot = await world.reader.post(
      `/api/dashboard/pivot/${dashboard}/dashcard/${dashcard}/card/${card}/query`,
      { parameters: [] },
    )
    expect(pivot.body.data.rows).toContainEqual([null, 1, 30])
  })
})

test('a filter reaches only columns that whoever maps it may ask', async () => {
  const shelf = await world.create('Mapping shelf')
  await world.open(shelf, 'write')
  const open = await world.save(world.people({ limit: 3 }), { collection_id: shelf })
  const made = await world.admin.post('/api/dashboard', { name: 'Mine', collection_id: shelf })
  const { id } = made.body
  const target = ['dimension', ['field', city, null]]
  const mapped = {
    cardId: open,
    ...place,
    parameter_mappings: [{ parameter_id: 'p1', card_id: open, target }],
  }
  const path = `/api/dashboard/${id}/cards`
  expectRefusal(await world.reader.post(path, mapped), 403)
  expect((await world.admin.post(path, mapped)).status).toBe(200)
  for (const wrong of [['DIMENSION', target[1]], ['column', target[1]], [], 'dimension', 1])
    expectRefusal(
      await world.admin.post(path, { ...mapped, parameter_mappings: [{ target: wrong }] }),
      400,
    )
  const lower = [{ card_id: open, target: ['dimension', ['lower', target[1]]] }]
  expectRefusal(await world.admin.post(path, { ...mapped, parameter_mappings: lower }), 400)

  // It is the question a mapping applies to that counts, and each by itself.
  const other = await world.save(world.sql('select 1 as n'), { collection_id: shelf })
  const series = [{ id: open }]
  for (const cardId of [null, other])
    expectRefusal(await world.reader.post(path, { ...mapped, cardId, series }), 403)
  const forAll = [{ parameter_id: 'p1', target }]
  const all = { ...mapped, parameter_mappings: forAll }
  const { body: allowed } = await world.admin.post(path, all)
  const { body: before } = await world.reader.get(`/api/dashboard/${id}`)
  const swapped = await world.save(world.people(), { collection_id: shelf })
  const arrange = (change: object) =>
    world.reader.put(`/api/dashboard/${id}`, {
      dashcards: before.dashcards.map((one: { id: number }) =>
        one.id === allowed.id ? { ...one, ...change } : one,
      ),
    })
  expectRefusal(await arrange({ cardId: swapped }), 403)
  expectRefusal(await arrange({ series: [{ id: swapped }] }), 403)
  const elsewhere = [{ parameter_id: 'p1', target: ['dimension', ['field', city + 1, null]] }]
  expectRefusal(await arrange({ parameter_mappings: [...forAll, ...elsewhere] }), 403)
  expect((await arrange({ col: 2 })).status).toBe(200)
  expect((await arrange({ cardId: other })).status).toBe(200)
})

describe('a deep copy', () => {
  const copy = (id: number, body: object, by = world.admin) =>
    by.post(`/api/dashboard/${id}/copy`, { is_deep_copy: true, ...body })

  test('shows questions of its own, filtered and drawn as those of the original are', async () => {
    const to = await world.create('Copies')
    const { status, body } = await copy(dashboard, { name: 'Mine', collection_id: to })
    expect([status, body.uncopied]).toEqual([200, []])
    const [structured, , other] = body.dashcards
    expect(structured.card).toMatchObject({ name: 'How many', collection_id: to })
    expect(structured.card_id).not.toBe(places.structured.card)
    expect(other.series[0].id).toBe(structured.card_id)
    const at = { dashcard: structured.id, card: structured.card_id }
    const copied = await world.admin.post(path(at, body.id), { parameters: [oslo] })
    expect(copied.body.data.rows).toEqual([[10]])
    await world.admin.put(`/api/card/${structured.card_id}`, { dataset_query: world.people() })
    expect((await run('structured')).body.data.rows).toEqual([[30]])
    const beside = await copy(dashboard, {})
    expect(beside.body).toMatchObject({ name: 'Copy of People' })
    expect(beside.body.dashcards[0].card).toMatchObject({ name: 'Copy of How many' })
  })

  test('is for who may ask what is copied; what one may not see, or is gone, is left out', async () => {
    const open = await world.create('Open')
    await world.open(open, 'write')
    const head = await app.service.adapters.eventStore.head()
    expectRefusal(await copy(dashboard, { collection_id: open }, world.reader), 403, 'forbidden')
    expect(await app.service.adapters.eventStore.head()).toBe(head)

    const at = { collection_id: open }
    const model = await world.save(world.people(), { ...at, type: 'model' })
    const gone = await world.save(world.people(), at)
    const hidden = await world.save(world.people())
    const made = await world.admin.post('/api/dashboard', { name: 'Mixed', ...at })
    const id: number = made.body.id
    await world.admin.put(`/api/dashboard/${id}`, {
      dashcards: [
        { id: -1, card_id: model, ...place, series: [{ id: hidden }, { id: gone }] },
        { id: -2, card_id: hidden, ...place },
        { id: -3, card_id: null, ...place, visualization_settings: { text: 'Read' } },
        { id: -4, card_id: gone, ...place },
      ],
    })
    await world.admin.delete(`/api/card/${gone}`)
    const shown = ({ dashcards }: { dashcards: { card_id: number | null; series: unknown[] }[] }) =>
      dashcards.map((one) => [one.card_id, one.series.length])
    const { body: deep } = await copy(id, {}, world.reader)
    expect(deep.uncopied).toEqual([{ id: hidden }, { id: gone }])
    expect(shown(deep)).toEqual([
      [model, 0],
      [null, 0],
    ])
    const flat = { is_deep_copy: false }
    expectRefusal(await copy(id, flat, world.reader), 403, 'forbidden')
    const { body } = await copy(id, flat)
    expect(body.uncopied).toEqual([{ id: gone }])
    expect(shown(body)).toEqual([
      [model, 1],
      [hidden, 0],
      [null, 0],
    ])
  })
})
