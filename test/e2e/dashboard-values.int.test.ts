import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cardBody } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld
let saved: number

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }

beforeAll(async () => {
  app = await startTestService()
  world = await valuesWorld(app)
  const { readable: collection_id } = world
  saved = await world.save(world.people(), { name: 'How many', collection_id })
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

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
      parameters: [{ id: 'city', name: 'City', slug: 'city', type: 'string/=' }],
      tabs: [{ id: 7, name: 'First' }],
      dashcards: [
        {
          ...place,
          card: { ...question, id: -5 },
          series: [{ ...question, name: 'Beside' }, { id: saved }],
          dashboard_tab_id: 7,
          parameter_mappings: [{ parameter_id: 'city', card_id: -5, target: about('people.city') }],
        },
        { ...place, card: { id: saved, name: 'kept' }, dashboard_tab_id: 7 },
        { ...place, card: null, dashboard_tab_id: 7, visualization_settings: { text: 'Hi' } },
      ],
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { collection_id: readable } })
    const [first, second, third] = body.dashcards
    expect(first.card).toMatchObject({ name: 'New', collection_id: readable, public_uuid: null })
    expect(first.series.map(({ name }: { name: string }) => name)).toEqual(['Beside', 'How many'])
    expect(first.parameter_mappings[0].card_id).toBe(first.card_id)
    expect([second.card_id, third.card_id]).toEqual([saved, null])
    const where = `/api/dashboard/${body.id}/dashcard/${first.id}/card/${first.card_id}/query`
    const asked = { parameters: [{ id: 'city', value: ['Oslo'] }] }
    expect((await admin.post(where, asked)).body.data.rows).toEqual([[10]])
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
    expect((await admin.get(`/api/revision?entity=card&id=${saved}`)).body).toMatchObject([
      { id: 1, is_creation: true },
    ])
  })
})
