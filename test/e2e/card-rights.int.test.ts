import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Caller } from '../support/caller.ts'
import { type CardWorld, cardBody, cardWorld } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld
/** Readable for the readers, writable for them, and closed to them. */
let open: number
let shared: number
let closed: number

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  open = await world.create('Open')
  shared = await world.create('Shared')
  closed = await world.create('Closed')
  await world.open(open, 'read')
  await world.open(shared, 'write')
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const statusOf = async (call: Promise<{ status: number }>) => (await call).status
const ask = (who: Caller, query: unknown) => who.post('/api/dataset', query)
const run = (who: Caller, id: number) => who.post(`/api/card/${id}/query`)

describe('whoever may read a collection', () => {
  test('runs and downloads what is in it, whatever their data rights', async () => {
    const { reader, stranger, people, sql } = world
    for (const query of [people({ aggregation: [['count']] }), sql('select 30 as count')]) {
      const id = await world.save(query, { collection_id: open })
      expect((await run(reader, id)).body).toMatchObject({
        status: 'completed',
        data: { rows: [[30]] },
      })
      const file = await reader.post(`/api/card/${id}/query/csv`)
      expect([file.status, file.body]).toEqual([200, expect.stringMatching(/^count\n30\n$/i)])
      expect((await reader.get(`/api/card/${id}`)).body).toMatchObject({ id, can_write: false })
      expect(await statusOf(reader.get(`/api/card/${id}/history`))).toBe(200)
      expect((await reader.get(`/api/card/${id}/query_metadata`)).body).toMatchObject({
        databases: [],
        tables: [],
      })
      expectRefusal(await ask(reader, query), 403, 'forbidden')
      for (const call of [
        stranger.get(`/api/card/${id}`),
        stranger.get(`/api/card/${id}?as_of=1`),
        stranger.get(`/api/card/${id}/history`),
        stranger.get(`/api/card/${id}/query_metadata`),
        run(stranger, id),
        stranger.post(`/api/card/${id}/query/csv`),
        stranger.post(`/api/card/${id}/copy`),
      ])
        expectRefusal(await call, 403, 'forbidden')
    }
  })

  test('sees in lists what they may read', async () => {
    const { admin, reader, stranger, people } = world
    const seen = await world.save(people(), { collection_id: open })
    const hidden = await world.save(people(), { collection_id: closed })
    const ids = async (who: Caller) =>
      (await who.get('/api/card')).body.map(({ id }: { id: number }) => id)
    expect(await ids(admin)).toEqual(expect.arrayContaining([seen, hidden]))
    expect(await ids(reader)).toContain(seen)
    expect(await ids(reader)).not.toContain(hidden)
    expect(await ids(stranger)).toEqual([])
    const root = await world.save(people())
    const items = async (who: Caller) =>
      (await who.get('/api/collection/root/items?models=card')).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect(await items(admin)).toContain(root)
    expect(await items(reader)).toEqual([])
  })

  test('loses it with the very answer to the change', async () => {
    const { admin, reader, people } = world
    const id = await world.save(people(), { collection_id: open })
    expect(await statusOf(run(reader, id))).toBe(200)
    await admin.put(`/api/card/${id}`, { collection_id: closed })
    expectRefusal(await run(reader, id), 403)
    await admin.put(`/api/card/${id}`, { collection_id: open })
    await world.open(open, 'none')
    expectRefusal(await run(reader, id), 403)
    await world.open(open, 'read')
    expect(await statusOf(run(reader, id))).toBe(200)
  })
})

describe('a new question', () => {
  test('is saved only if it could be asked', async () => {
    const head = await app.service.adapters.eventStore.head()
    const { people, sql, databaseId } = world
    const gone = 2_000_000_000
    const cases = [
      [people({ filter: ['=', ['field', gone, null], 1] }), {}, 400],
      [people({ aggregation: [['no-such-thing']] }), {}, 400],
      [sql(' '), {}, 400],
      [{ ...people(), database: gone }, {}, 404],
      [world.on(gone), {}, 404],
      [people(), { collection_id: gone }, 404],
      [{ database: databaseId, type: 'query', query: { 'source-table': gone } }, {}, 400],
    ] as const
    for (const [query, more, status] of cases)
      expectRefusal(await world.admin.post('/api/card', cardBody(query, more)), status)
    expect(await app.service.adapters.eventStore.head()).toBe(head)
  })
})

describe('changing a question', () => {
  test('takes write on its collection', async () => {
    const { reader, people } = world
    const id = await world.save(people(), { collection_id: open })
    for (const call of [
      reader.put(`/api/card/${id}`, { name: 'Mine' }),
      reader.put(`/api/card/${id}`, { archived: true }),
      reader.put(`/api/card/${id}`, { collection_id: shared }),
      reader.post(`/api/card/${id}/restore`, { to_version: 1 }),
      reader.delete(`/api/card/${id}`),
    ])
      expectRefusal(await call, 403, 'forbidden')
    expect((await reader.get(`/api/card/${id}`)).body.version).toBe(1)
  })

  test('and on the one it moves to', async () => {
    const { reader, people } = world
    const id = await world.save(people(), { collection_id: shared })
    for (const collection_id of [open, closed, null])
      expectRefusal(await reader.put(`/api/card/${id}`, { collection_id }), 403, 'forbidden')
    const { body } = await reader.put(`/api/card/${id}`, { name: 'Theirs', archived: true })
    expect(body).toMatchObject({ name: 'Theirs', archived: true, can_write: true })
    expect(await statusOf(reader.delete(`/api/card/${id}`))).toBe(204)
  })

  test('gives nobody rows they could not ask for', async () => {
    const { admin, reader, people, sql } = world
    const id = await world.save(people(), { collection_id: shared })
    const another = people({ limit: 1 })
    for (const query of [another, sql('select 1')]) {
      const body = cardBody(query, { collection_id: shared })
      expectRefusal(await reader.post('/api/card', body), 403, 'forbidden')
      expectRefusal(await reader.put(`/api/card/${id}`, { dataset_query: query }), 403)
    }
    expectRefusal(await reader.post(`/api/card/${id}/copy`), 403, 'forbidden')
    await admin.put(`/api/card/${id}`, { dataset_query: another })
    expectRefusal(await reader.post(`/api/card/${id}/restore`, { to_version: 1 }), 403)
    // The rest of it they may change, and send back the query they read.
    const { body } = await reader.get(`/api/card/${id}`)
    expect(await statusOf(reader.put(`/api/card/${id}`, { ...body, name: 'Ours' }))).toBe(200)
    expect(await statusOf(reader.post(`/api/card/${id}/restore`, { to_version: 2 }))).toBe(200)
  })

  test('for embedding is for admins', async () => {
    const { admin, reader, people } = world
    const id = await world.save(people(), { collection_id: shared })
    const embedding = { enable_embedding: true, embedding_params: { city: 'locked' } }
    expectRefusal(await reader.put(`/api/card/${id}`, embedding), 403, 'forbidden')
    expect((await admin.put(`/api/card/${id}`, embedding)).body).toMatchObject(embedding)
    const { body } = await reader.get(`/api/card/${id}`)
    expect(await statusOf(reader.put(`/api/card/${id}`, { ...body, name: 'Same' }))).toBe(200)
    expectRefusal(await reader.put(`/api/card/${id}`, { embedding_params: {} }), 403)
    for (const embedding_params of [{ city: 'open' }, { city: true }, ['city']])
      expectRefusal(await admin.put(`/api/card/${id}`, { embedding_params }), 400, 'validation')
    const embeddable = async () => (await admin.get('/api/card/embeddable')).body
    expect(await embeddable()).toEqual([{ id, name: 'Same' }])
    expectRefusal(await reader.get('/api/card/embeddable'), 403, 'forbidden')
    await admin.put(`/api/card/${id}`, { archived: true })
    expect(await embeddable()).toEqual([])
  })

  test('place takes write on all of many, or none moves', async () => {
    const { admin, reader, people } = world
    const one = await world.save(people(), { collection_id: shared })
    const two = await world.save(people(), { collection_id: shared })
    const kept = await world.save(people(), { collection_id: open })
    const nook = await world.create('Nook')
    await world.open(nook, 'write')
    const move = (who: Caller, card_ids: readonly unknown[], collection_id?: unknown) =>
      who.post('/api/card/collections', { card_ids, collection_id })
    const placeOf = async (id: number) => (await admin.get(`/api/card/${id}`)).body.collection_id
    const places = () => Promise.all([one, two, kept].map(placeOf))
    expectRefusal(await move(reader, [one, kept], nook), 403, 'forbidden')
    expectRefusal(await move(reader, [one], closed), 403, 'forbidden')
    expectRefusal(await move(reader, [one]), 403, 'forbidden')
    expectRefusal(await move(reader, [one, 2_000_000_000], nook), 404, 'not-found')
    expectRefusal(await move(admin, [one], 2_000_000_000), 404, 'not-found')
    expectRefusal(await move(admin, ['1'], nook), 400, 'validation')
    expect(await places()).toEqual([shared, shared, open])
    expect((await move(reader, [one, two, one], nook)).body).toEqual({ status: 'ok' })
    expect(await places()).toEqual([nook, nook, open])
    expect((await move(admin, [two, kept], null)).status).toBe(200)
    expect(await places()).toEqual([nook, null, null])
  })
})

describe('the dashboards of a question', () => {
  test('are those one may read that show it, by itself or in another chart', async () => {
    const { admin, reader, stranger, people } = world
    const id = await world.save(people(), { collection_id: open })
    const beside = await world.save(people(), { collection_id: open, display: 'line' })
    const show = async (name: string, collection_id: number, card: object) => {
      const { body } = await admin.post('/api/dashboard', { name, collection_id })
      const dashcards = [{ id: -1, row: 0, col: 0, size_x: 4, size_y: 4, ...card }]
      const { status } = await admin.put(`/api/dashboard/${body.id}`, { dashcards })
      expect(status).toBe(200)
      return body.id as number
    }
    const plain = await show('b plain', open, { card_id: id })
    const within = await show('A series', open, { card_id: beside, series: [{ id }] })
    const hidden = await show('c hidden', closed, { card_id: id })
    const gone = await show('gone', open, { card_id: id })
    await admin.put(`/api/dashboard/${gone}`, { archived: true })
    const dashboards = async (who: Caller) => (await who.get(`/api/card/${id}/dashboards`)).body
    expect(await dashboards(reader)).toEqual([
      { id: within, name: 'A series' },
      { id: plain, name: 'b plain' },
    ])
    expect(await dashboards(admin)).toContainEqual({ id: hidden, name: 'c hidden' })
    expectRefusal(await stranger.get(`/api/card/${id}/dashboards`), 403, 'forbidden')
  })
})

describe('a question on a question', () => {
  const count = { aggregation: [['count']] }

  test('runs by the right to the outer one alone', async () => {
    const { reader, people, on, sql } = world
    for (const inner of [people({ limit: 7 }), sql('select 1 as n from generate_series(1, 7)')]) {
      const one = await world.save(inner, { collection_id: closed })
      const two = await world.save(on(one), { collection_id: open })
      const three = await world.save(on(two, count), { collection_id: open })
      expect((await run(reader, two)).body.row_count).toBe(7)
      expect((await run(reader, three)).body.data.rows).toEqual([[7]])
      expect((await ask(reader, on(two, count))).body.data.rows).toEqual([[7]])
      for (const call of [ask(reader, on(one, count)), run(reader, one), ask(reader, inner)])
        expectRefusal(await call, 403, 'forbidden')
    }
  })

  test('asked ad hoc takes read on what it names', async () => {
    const { admin, reader, stranger, readers, databaseId, tableId, people, on } = world
    const groups = { [readers]: { [databaseId]: { data: { schemas: { sales: 'all' } } } } }
    const { revision } = (await admin.get('/api/permissions/graph')).body
    await admin.put('/api/permissions/graph', { revision, groups })
    const one = await world.save(people(), { collection_id: closed })
    const two = await world.save(on(one), { collection_id: open })
    expectRefusal(await ask(reader, people()), 403)
    expect((await ask(reader, on(two, count))).body.data.rows).toEqual([[30]])
    expectRefusal(await ask(reader, on(one, count)), 403, 'forbidden')
    const condition = ['=', ['field', 'id', { 'base-type': 'type/Integer' }], 1]
    const join = (source: object) => ({ joins: [{ ...source, alias: 'j', condition }] })
    expectRefusal(await ask(reader, on(two, join({ 'source-table': `card__${one}` }))), 403)
    expectRefusal(await ask(reader, { ...on(two), query: { 'source-query': on(one).query } }), 403)
    const sql = { 'source-query': { native: 'select 1' } }
    for (const source of [sql, { 'source-table': tableId }])
      expectRefusal(await ask(reader, on(two, join(source))), 403)
    // What is wrong with a query tells nothing of a question one may not read.
    const guess = { filter: ['=', ['field', 'no_such_column', { 'base-type': 'type/Text' }], 'x'] }
    expectRefusal(await ask(reader, on(one, guess)), 403, 'forbidden')
    expectRefusal(await ask(stranger, on(two)), 403)
    expectRefusal(await ask(reader, on(2_000_000_000)), 404, 'not-found')
    const body = cardBody(on(two), { collection_id: shared })
    expect((await reader.post('/api/card', body)).body).toMatchObject({ table_id: tableId })
    const forbidden = cardBody(on(one), { collection_id: shared })
    expectRefusal(await reader.post('/api/card', forbidden), 403)
  })

  test('uses metrics one may read, on what one may ask', async () => {
    const { admin, reader, databaseId, people, on } = world
    const filter = ['<=', ['field', 'id', { 'base-type': 'type/Integer' }], 12]
    const body = people({ ...count, filter })
    const more = { name: 'First ones', type: 'metric', collection_id: open }
    const metric = await world.save(body, more)
    const used = { aggregation: [['metric', metric]] }
    const asked = await ask(admin, people(used))
    expect(asked.body.data).toMatchObject({ rows: [[12]], cols: [{ display_name: 'First ones' }] })
    const saved = await world.save(people(used), { collection_id: open })
    expect((await run(reader, saved)).body.data.rows).toEqual([[12]])
    // To read a metric is to have its number, not to group its table by whatever one likes.
    for (const query of [people(used), on(metric, used), { ...on(metric, used), database: -1337 }])
      expectRefusal(await ask(reader, query), 403, 'forbidden')
    expect((await ask(admin, on(metric, used))).body.data.rows).toEqual([[12]])
    const model = await world.save(people(), { type: 'model', collection_id: closed })
    const onModel = await world.save(on(model, count), { ...more, name: 'On a model' })
    const swapped = on(onModel, { aggregation: [['metric', onModel]] })
    expect((await ask(admin, swapped)).body.data.rows).toEqual([[30]])
    expect((await ask(reader, on(onModel))).body.data.rows).toEqual([[30]])
    expectRefusal(await ask(reader, swapped), 403, 'forbidden')
    expectRefusal(await ask(admin, on(model, used)), 400, 'validation')
    await admin.put(`/api/card/${metric}`, { collection_id: closed })
    const inside = { database: databaseId, type: 'query', query: on(metric, used).query }
    expectRefusal(await ask(reader, inside), 403, 'forbidden')
    const itself = { dataset_query: people(used) }
    expectRefusal(await admin.put(`/api/card/${metric}`, itself), 400, 'validation')
  })

  test('shows nobody the SQL of a question they may not read', async () => {
    const { admin, reader, sql, on } = world
    const shelf = await world.create('Built on others')
    await world.open(shelf, 'read')
    const hidden = await world.save(sql(`select 'a secret way to ask' as one`))
    const [structured, native] = [
      await world.save(on(hidden), { collection_id: shelf }),
      await world.save(sql(`select * from {{#${hidden}}} as it`), { collection_id: shelf }),
    ]
    for (const built of [structured, native]) {
      const { body } = await run(reader, built)
      expect(body.data.rows).toEqual([['a secret way to ask']])
      expect(body.data).not.toHaveProperty('native_form')
      expect((await run(admin, built)).body.data.native_form.query).toContain('a secret way')
    }
    const adHoc = await ask(reader, on(native))
    expect(adHoc.body.data).not.toHaveProperty('native_form')
  })

  test('never comes to be its own source', async () => {
    const { admin, people, on } = world
    const a = await world.save(people())
    const b = await world.save(on(a))
    const c = await world.save(on(b))
    for (const source of [a, b, c]) {
      const answer = await admin.put(`/api/card/${a}`, { dataset_query: on(source) })
      expectRefusal(answer, 400, 'validation')
    }
    expect((await run(admin, c)).body.row_count).toBe(30)
    await admin.put(`/api/card/${c}`, { dataset_query: people() })
    await admin.put(`/api/card/${a}`, { dataset_query: on(c) })
    expectRefusal(await admin.post(`/api/card/${c}/restore`, { to_version: 1 }), 400)
  })

  test('of another database is refused, and fails once its source is gone', async () => {
    const { admin, people, on } = world
    const one = await world.save(people())
    const two = await world.save(on(one))
    const { body: databases } = await admin.get('/api/database')
    const sample = databases.data.find((it: { is_sample: boolean }) => it.is_sample)
    expectRefusal(await ask(admin, { ...on(one), database: sample.id }), 400, 'validation')
    await admin.delete(`/api/card/${one}`)
    const refused = await run(admin, two)
    expectRefusal(refused, 404, 'not-found')
    const gone = `The saved question ${one}, on which this one is built, is gone.`
    expect(refused.body.message).toBe(gone)
    expect((await ask(admin, { ...on(one), database: -1337 })).body.message).toBe(gone)
  })
})
