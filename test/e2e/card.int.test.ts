import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CardWorld, cardBody, cardWorld } from '../support/card-world.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const get = async (id: number, query = '') =>
  (await world.admin.get(`/api/card/${id}${query}`)).body
const namesIn = async (query: string): Promise<string[]> =>
  (await world.admin.get(`/api/card?${query}`)).body.map(({ name }: { name: string }) => name)
const listed = async (query: string): Promise<number[]> =>
  (await world.admin.get(`/api/card?${query}`)).body.map(({ id }: { id: number }) => id)

describe('a question', () => {
  test('is saved, with all that clients expect of it', async () => {
    const { admin, databaseId, tableId } = world
    const collection_id = await world.create('Shelf')
    const query = world.people({ aggregation: [['count']], breakout: [] })
    const more = { collection_id, description: 'Of all', visualization_settings: { a: [1, null] } }
    const { status, body } = await admin.post('/api/card', cardBody(query, more))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...more,
      name: 'A question',
      type: 'question',
      display: 'table',
      query_type: 'query',
      database_id: databaseId,
      table_id: tableId,
      dataset_query: query,
      parameters: [],
      archived: false,
      enable_embedding: false,
      embedding_params: null,
      public_uuid: null,
      cache_ttl: null,
      can_write: true,
      collection: { id: collection_id, name: 'Shelf' },
      creator: { id: body.creator_id, email: 'admin@example.com' },
      version: 1,
    })
    expect(body.entity_id).toHaveLength(21)
    expect(body.result_metadata).toMatchObject([{ name: 'count', base_type: 'type/BigInteger' }])
    expect((await admin.get(`/api/card/${body.id}/`)).body).toEqual(body)
  })

  test('of SQL knows no table, and what columns it answered when it was saved', async () => {
    const id = await world.save(world.sql('select 1 as one'))
    const one = { name: 'one', display_name: 'one', base_type: 'type/Integer' }
    expect(await get(id)).toMatchObject({
      query_type: 'native',
      table_id: null,
      result_metadata: [one],
      collection_id: null,
      collection: null,
    })
    const change = async (body: object) =>
      (await world.admin.put(`/api/card/${id}`, body)).body.result_metadata
    const told = [{ ...one, display_name: 'The one' }]
    expect(await change({ result_metadata: told })).toEqual(told)
    const dataset_query = world.sql('select 1.5 as x, now() as y')
    expect(await change({ dataset_query })).toMatchObject([
      { name: 'x', base_type: 'type/Decimal' },
      { name: 'y', base_type: 'type/DateTimeWithLocalTZ' },
    ])
    expect(await change({ dataset_query, result_metadata: told })).toEqual(told)
    // What fails is saved all the same.
    expect(await change({ dataset_query: world.sql('select no_such_column') })).toBeNull()
    expect(await change({ dataset_query: world.sql('select 1 as one') })).toMatchObject([one])
  })

  test.each([
    ['no name', { name: '  ' }],
    ['no display', { display: undefined }],
    ['no settings', { visualization_settings: undefined }],
    ['a blank description', { description: ' ' }],
    ['an unknown type', { type: 'dream' }],
    ['no query', { dataset_query: undefined }],
    ['parameters that are no list', { parameters: {} }],
  ])('with %s is not saved', async (_, broken) => {
    const head = await app.service.adapters.eventStore.head()
    const answer = await world.admin.post('/api/card', cardBody(world.people(), broken))
    expectRefusal(answer, 400, 'validation')
    expect(await app.service.adapters.eventStore.head()).toBe(head)
  })

  test('too large for an event is refused as such', async () => {
    const settings = { visualization_settings: { text: 'x'.repeat(600_000) } }
    const answer = await world.admin.post('/api/card', cardBody(world.people(), settings))
    expectRefusal(answer, 413, 'payload-too-large')
    const half = 'x'.repeat(300_000)
    const id = await world.save(world.people(), { visualization_settings: { text: half } })
    const parameters = [{ id: 'p', name: 'P', slug: 'p', type: 'category', default: half }]
    expect((await world.admin.put(`/api/card/${id}`, { parameters })).status).toBe(200)
    expectRefusal(await world.admin.post(`/api/card/${id}/copy`), 413, 'payload-too-large')
  })

  test('changes where it is told to, and read back whole it changes nothing', async () => {
    const { admin } = world
    const id = await world.save(world.people(), { description: 'Old', cache_ttl: 60 })
    const before = await get(id)
    const changes = { name: 'New', description: null, cache_ttl: null, display: null }
    const { status, body } = await admin.put(`/api/card/${id}`, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      name: 'New',
      description: null,
      cache_ttl: null,
      version: 2,
      updated_at: body.updated_at,
    })
    expect((await admin.put(`/api/card/${id}`, body)).body).toEqual(body)
    const query = world.people({ limit: 3, fields: [] })
    const asked = await admin.put(`/api/card/${id}`, { dataset_query: query })
    expect(asked.body).toMatchObject({ dataset_query: query, version: 3 })
    expect(asked.body.result_metadata.length).toBeGreaterThan(3)
  })

  test('is copied beside itself, or elsewhere under another name', async () => {
    const { admin } = world
    const collection_id = await world.create('Copies')
    const id = await world.save(world.people({ limit: 1 }), { name: 'One', display: 'bar' })
    const plain = await admin.post(`/api/card/${id}/copy`)
    expect(plain.body).toMatchObject({ name: 'Copy of One', collection_id: null, display: 'bar' })
    const named = await admin.post(`/api/card/${id}/copy`, { name: 'Two', collection_id })
    expect(named.body).toMatchObject({ name: 'Two', collection_id, version: 1 })
    expect(new Set([id, plain.body.id, named.body.id]).size).toBe(3)
  })

  test('is deleted for good', async () => {
    const id = await world.save(world.people())
    const gone = await world.admin.delete(`/api/card/${id}`)
    expect([gone.status, gone.body]).toEqual([204, ''])
    for (const call of [
      world.admin.get(`/api/card/${id}`),
      world.admin.get(`/api/card/${id}/history`),
      world.admin.put(`/api/card/${id}`, { name: 'Again' }),
      world.admin.delete(`/api/card/${id}`),
      world.admin.post(`/api/card/${id}/query`),
    ])
      expectRefusal(await call, 404, 'not-found')
  })
})

describe('a list', () => {
  test('goes by name, and by what is asked for', async () => {
    const { admin, tableId, databaseId } = world
    const model = await world.save(world.people(), { name: 'zz model', type: 'model' })
    const built = await world.save(world.on(model), { name: 'Aa built' })
    const sql = await world.save(world.sql('select 1'), { name: 'aA sql' })
    const shelved = await world.save(world.people(), { name: 'shelved' })
    await admin.put(`/api/card/${shelved}`, { archived: true })

    const names = await namesIn('')
    expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
    expect(await listed('f=all')).toEqual(expect.arrayContaining([model, built, sql]))
    expect(await listed('f=mine')).toEqual(await listed(''))
    expect(await listed('f=archived')).toEqual([shelved])
    expect(await listed('f=bookmarked')).toEqual([])
    expect(await listed('f=popular')).toEqual(await listed(''))
    await admin.put(`/api/card/${model}`, { description: 'Changed last' })
    const recent = await listed('f=recent')
    expect([recent[0], recent.length]).toEqual([model, Math.min(10, names.length)])
    expect(await listed(`f=using_model&model_id=${model}`)).toEqual([built])
    const ofTable = await listed(`f=table&model_id=${tableId}`)
    expect(ofTable).toEqual(expect.arrayContaining([model, built]))
    expect(ofTable).not.toContain(sql)
    expect(await listed(`f=database&model_id=${databaseId}`)).toContain(sql)
    expect(await listed(`f=database&model_id=${databaseId + 1000}`)).toEqual([])
    const page = await admin.get('/api/card?limit=1&offset=1')
    expect(page.body.map(({ name }: { name: string }) => name)).toEqual([names[1]])
    expect(page.headers.get('x-total-count')).toBe(String(names.length))
    for (const query of ['f=table', 'f=database', 'f=using_model', 'f=wrong', 'model_id=x'])
      expectRefusal(await admin.get(`/api/card?${query}`), 400, 'validation')
  })
})

describe('the history of a question', () => {
  test('says who changed what, and any version can be read and brought back', async () => {
    const { admin, reader } = world
    const shelf = await world.create('History')
    await world.open(shelf, 'write')
    const first = world.people({ limit: 1 })
    const id = await world.save(first, { name: 'First', collection_id: shelf })
    await reader.put(`/api/card/${id}`, { name: 'Second', display: 'bar' })
    await admin.put(`/api/card/${id}`, { dataset_query: world.people({ limit: 2 }) })
    await admin.put(`/api/card/${id}`, { archived: true })
    await admin.put(`/api/card/${id}`, { collection_id: null })

    const { body: history } = await admin.get(`/api/card/${id}/history`)
    expect(history.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1])
    const [moved, archived, asked, renamed, created] = history
    expect(created.changes).toMatchObject({ name: { from: null, to: 'First' } })
    expect(renamed).toMatchObject({ user: { kind: 'user', id: world.readerPerson.id } })
    expect(renamed.changes).toEqual({
      name: { from: 'First', to: 'Second' },
      display: { from: 'table', to: 'bar' },
    })
    expect(asked.changes).toMatchObject({ dataset_query: { from: first } })
    expect(archived.changes).toEqual({ archived: { from: false, to: true } })
    expect(moved.changes).toEqual({ collection_id: { from: shelf, to: null } })
    const page = await admin.get(`/api/card/${id}/history?limit=1&offset=1`)
    expect([page.body, page.headers.get('x-total-count')]).toEqual([[archived], '5'])

    expect(await get(id, '?as_of=1')).toMatchObject({ name: 'First', version: 1, archived: false })
    expect(await get(id, '?as_of=2')).toMatchObject({ name: 'Second', collection_id: shelf })
    expect(await get(id, `?as_of=${renamed.timestamp}`)).toMatchObject({ name: 'Second' })
    expect(await get(id, '?as_of=2100-01-01')).toMatchObject({ version: 5, archived: true })
    expectRefusal(await admin.get(`/api/card/${id}?as_of=2000-01-01`), 404)
    for (const wrong of ['0', '6', 'x'])
      expectRefusal(await admin.get(`/api/card/${id}?as_of=${wrong}`), 400, 'validation')

    const restored = await admin.post(`/api/card/${id}/restore`, { to_version: 1 })
    expect(restored.body).toMatchObject({
      name: 'First',
      display: 'table',
      dataset_query: first,
      version: 6,
      archived: true,
      collection_id: null,
    })
    const [newest] = (await admin.get(`/api/card/${id}/history`)).body
    expect(newest).toMatchObject({ version: 6, restored_to: 1, user: { kind: 'user' } })
    for (const to_version of [0, 7, '1'])
      expectRefusal(await admin.post(`/api/card/${id}/restore`, { to_version }), 400, 'validation')
  })
})

describe('with what it is in, a question', () => {
  const itemsOf = async (collection: number | 'root', query = '') =>
    (await world.admin.get(`/api/collection/${collection}/items?${query}`)).body.data.map(
      ({ model, id }: { model: string; id: number }) => `${model} ${id}`,
    )

  test('is listed, put away, brought back and deleted', async () => {
    const { admin } = world
    const outer = await world.create('Outer')
    const inner = await world.create('Inner', { parent_id: outer })
    const id = await world.save(world.people(), { collection_id: inner })
    const model = await world.save(world.people(), { collection_id: inner, type: 'model' })
    expect(await itemsOf(inner)).toEqual([`card ${id}`, `dataset ${model}`])
    expect(await itemsOf(inner, 'models=card')).toEqual([`card ${id}`])
    expect(await itemsOf('root', 'models=card')).not.toContain(`card ${id}`)

    await admin.put(`/api/collection/${outer}`, { archived: true })
    expect((await get(id)).archived).toBe(true)
    expect(await listed('f=archived')).toContain(id)
    expect(await listed('')).not.toContain(id)
    expect(await itemsOf(inner)).toEqual([])
    expect(await itemsOf(inner, 'archived=true')).toEqual([`card ${id}`, `dataset ${model}`])
    expectRefusal(await admin.post(`/api/card/${id}/query`), 404, 'not-found')
    expectRefusal(await admin.put(`/api/card/${id}`, { archived: false }), 400, 'validation')
    const there = cardBody(world.people(), { collection_id: inner })
    expectRefusal(await admin.post('/api/card', there), 400, 'validation')
    // What a client read and sends back leaves the question itself where it was.
    expect((await admin.put(`/api/card/${id}`, await get(id))).body.version).toBe(1)

    await admin.put(`/api/collection/${outer}`, { archived: false })
    expect(await get(id)).toMatchObject({ archived: false, version: 1 })
    await admin.put(`/api/card/${model}`, { archived: true })
    expect(await itemsOf(inner)).toEqual([`card ${id}`])
    await admin.put(`/api/collection/${outer}`, { archived: true })
    await admin.put(`/api/card/${id}`, { collection_id: null })
    expect((await get(id)).archived).toBe(false)
    expect((await admin.delete(`/api/collection/${outer}`)).status).toBe(204)
    expectRefusal(await admin.get(`/api/card/${model}`), 404)
    expectRefusal(await admin.put(`/api/card/${model}`, { name: 'Back' }), 404)
    expect((await admin.post(`/api/card/${id}/query`)).body.row_count).toBe(30)
  })

  test('goes when its database does', async () => {
    const { admin } = world
    const database = await admin.connect(world.customer, { name: 'To go' })
    await admin.synced(database)
    const query = { database, type: 'native', native: { query: 'select 1' } }
    const id = await world.save(query)
    expect(await listed('')).toContain(id)
    await admin.delete(`/api/database/${database}`)
    expect(await listed('')).not.toContain(id)
    for (const call of [admin.get(`/api/card/${id}`), admin.put(`/api/card/${id}`, { name: 'x' })])
      expectRefusal(await call, 404, 'not-found')
  })
})
