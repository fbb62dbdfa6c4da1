import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cardBody } from '../support/card-world.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld
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
  world = await valuesWorld(app)
  const { admin } = world
  city = world.id('people.city')
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

describe('filters of a dashboard', () => {
  const filter = (id: string) => ({ id, name: id, slug: id, type: 'string/=' })

  /** City, of people who are not from Rome; the state of orders; a word nothing is mapped to. */
  const make = async () => {
    const { admin, about, id, readable: collection_id } = world
    const notRome = { filter: ['!=', ['field', id('people.city'), null], 'Rome'] }
    const people = await world.save(world.people(notRome), { collection_id })
    const orders = await world.save(
      {
        database: world.databaseId,
        type: 'query',
        query: {
          'source-table': world.table('orders'),
          filter: ['<=', ['field', id('orders.id'), null], 2],
        },
      },
      { collection_id },
    )
    const hidden = await world.save(world.people())
    const map = (parameter_id: string, target: unknown) => ({ parameter_id, target })
    const { body: made } = await admin.post('/api/dashboard', {
      name: 'Narrowed',
      collection_id,
      parameters: [...['city', 'state', 'word', 'hidden'].map(filter)],
    })
    const { status } = await admin.put(`/api/dashboard/${made.id}`, {
      dashcards: [
        {
          id: -1,
          card_id: people,
          ...place,
          parameter_mappings: [map('city', about('people.city'))],
        },
        {
          id: -2,
          card_id: orders,
          ...place,
          parameter_mappings: [map('state', about('orders.status'))],
        },
        {
          id: -3,
          card_id: hidden,
          ...place,
          parameter_mappings: [map('hidden', about('people.email'))],
        },
      ],
    })
    expect(status).toBe(200)
    return made.id as number
  }

  test('have the values of what they are mapped to, each narrowed by the others', async () => {
    const { reader, stranger, admin } = world
    const id = await make()
    const path = `/api/dashboard/${id}/params`
    const values = async (rest: string) => (await reader.get(`${path}/${rest}`)).body.values
    expect(await reader.get(`${path}/city/values`)).toMatchObject({
      status: 200,
      body: { values: [['Berlin'], ['Oslo']], has_more_values: false },
    })
    expect(await values('state/values')).toEqual([['done'], ['open']])
    expect(await values('state/search/PE')).toEqual([['open']])
    // Along the foreign key, and whatever is already chosen of itself.
    expect(await values('state/values?city=Nowhere&state=open')).toEqual([])
    expect(await values('city/values?state=["open","done"]&city=Oslo')).toEqual([
      ['Berlin'],
      ['Oslo'],
    ])
    expect((await reader.get(`${path}/city/remapping?value=Oslo`)).body).toEqual(['Oslo'])
    for (const wrong of ['x/values', 'word/values', 'city/values?x=1', 'hidden/values'])
      expectRefusal(await reader.get(`${path}/${wrong}`), 400, 'validation')
    expect((await admin.get(`${path}/hidden/values`)).body.values).toHaveLength(30)
    expectRefusal(await stranger.get(`${path}/city/values`), 403, 'forbidden')
  })

  test('know which fields narrow which, for those who may ask for them', async () => {
    const { admin, reader, id } = world
    const [town, state, word] = [id('people.city'), id('orders.status'), id('words.word')]
    const path = `/api/dashboard/params/valid-filter-fields?filtered=${town}&filtered=${word}&filtering=${state}`
    expect((await admin.get(path)).body).toEqual({ [town]: [state], [word]: [] })
    expectRefusal(await reader.get(path), 403, 'forbidden')
  })

  test('offer values of a question to no more people than may ask for them', async () => {
    const { reader, create, open, save, sql } = world
    const shelf = await create('Open shelf')
    await open(shelf, 'write')
    const hidden = await save(sql('select word from words'))
    const field = ['field', 'word', { 'base-type': 'type/Text' }]
    const source = {
      values_source_type: 'card',
      values_source_config: { card_id: hidden, value_field: field },
    }
    const body = {
      name: 'Curious',
      collection_id: shelf,
      parameters: [{ ...filter('w'), ...source }],
    }
    expectRefusal(await reader.post('/api/dashboard', body), 403, 'forbidden')
    const { body: made } = await reader.post('/api/dashboard', { ...body, parameters: [] })
    const { parameters } = body
    expectRefusal(await reader.put(`/api/dashboard/${made.id}`, { parameters }), 403, 'forbidden')
    expectRefusal(await reader.post('/api/dashboard/save', body), 403, 'forbidden')
  })
})

describe('a dashboard that is saved whole', () => {
  test('has its questions saved, too, and what is mapped to them', async () => {
    const { admin, about, readable } = world
    const question = cardBody(world.people({ aggregation: [['count']] }), { name: 'New' })
    const { status, body } = await admin.post(`/api/dashboard/save/collection/${readable}`, {
      name: 'Whole',
      parameters,
      tabs: [{ id: 7, name: 'First' }],
      dashcards: [
        {
          ...place,
          card: { ...question, id: -5 },
          series: [{ ...question, name: 'Beside' }, { id: places.structured.card }],
          dashboard_tab_id: 7,
          parameter_mappings: [{ parameter_id: 'city', card_id: -5, target: about('people.city') }],
        },
        { ...place, card: { id: places.structured.card, name: 'kept' }, dashboard_tab_id: 7 },
        { ...place, card: null, dashboard_tab_id: 7, visualization_settings: { text: 'Hi' } },
      ],
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { collection_id: readable } })
    const [first, second, third] = body.dashcards
    expect(first.card).toMatchObject({ name: 'New', collection_id: readable, public_uuid: null })
    expect(first.series.map(({ name }: { name: string }) => name)).toEqual(['Beside', 'How many'])
    expect(first.parameter_mappings[0].card_id).toBe(first.card_id)
    expect([second.card_id, third.card_id]).toEqual([places.structured.card, null])
    const where = { dashcard: first.id, card: first.card_id }
    const asked = { parameters: [oslo] }
    expect((await admin.post(path(where, body.id), asked)).body.data.rows).toEqual([[10]])
    const { body: metadata } = await admin.get(`/api/dashboard/${body.id}/query_metadata`)
    expect(metadata.databases).toMatchObject([{ id: world.databaseId }])
    expect(metadata.cards).toHaveLength(3)
    expect((await admin.get(`/api/card/${first.card_id}/dashboards`)).body).toEqual([
      { id: body.id, name: 'Whole' },
    ])
  })

  test('is saved as a whole or not at all', async () => {
    const { admin, analyst, create, open, save } = world
    const shelf = await create('Analysed')
    await open(shelf, 'write')
    const question = cardBody(world.people(), { name: 'Left over' })
    const unreadable = await save(world.people())
    const head = () => app.service.adapters.eventStore.head()
    const before = await head()
    const whole = (...dashcards: object[]) => ({ name: 'Half', collection_id: shelf, dashcards })
    const fresh = { ...place, card: question }
    const refused: [number, object][] = [
      [404, whole(fresh, { ...place, card: { id: 999_999 } })],
      [400, whole(fresh, { ...place, card: { name: 'No query' } })],
      [
        400,
        {
          ...whole(fresh),
          tabs: [
            { id: 1, name: 'a' },
            { id: 2, name: 'b' },
          ],
        },
      ],
    ]
    for (const [status, body] of refused)
      expectRefusal(await admin.post('/api/dashboard/save', body), status)
    const stolen = whole(fresh, { ...place, card: { id: unreadable } })
    expectRefusal(await analyst.post('/api/dashboard/save', stolen), 403, 'forbidden')
    expectRefusal(await world.reader.post('/api/dashboard/save', whole(fresh)), 403, 'forbidden')
    expect(await head()).toBe(before)
  })

  test('has revisions to go back to', async () => {
    const { admin, stranger } = world
    const { body: made } = await admin.post('/api/dashboard', { name: 'Before' })
    await admin.put(`/api/dashboard/${made.id}`, { name: 'After', description: 'x' })
    const { body: revisions } = await admin.get(`/api/dashboard/${made.id}/revisions`)
    expect(revisions).toMatchObject([
      {
        id: 2,
        is_creation: false,
        has_multiple_changes: true,
        diff: { before: { name: 'Before' }, after: { name: 'After' } },
      },
      { id: 1, is_creation: true, diff: null },
    ])
    const same = await admin.get(`/api/revision?entity=dashboard&id=${made.id}`)
    expect(same.body).toEqual(revisions)
    const back = await admin.post(`/api/dashboard/${made.id}/revert`, { revision_id: 1 })
    expect(back.body).toMatchObject({ name: 'Before', description: null, version: 3 })
    const revert = { entity: 'dashboard', id: made.id, revision_id: 2 }
    expect((await admin.post('/api/revision/revert', revert)).body.name).toBe('After')
    expectRefusal(await stranger.post('/api/revision/revert', revert), 403, 'forbidden')
    const missing = { ...revert, revision_id: 99 }
    expectRefusal(await admin.post('/api/revision/revert', missing), 400, 'validation')
    expect((await admin.get(`/api/revision?entity=card&id=${places.sql.card}`)).body).toMatchObject(
      [{ id: 1, is_creation: true }],
    )
  })
})
