import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Caller } from '../support/caller.ts'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { valueFor } from '../support/native-lab.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld
let city: number
/** Readable for the readers, and closed to them. */
let open: number
let closed: number

/** The reader may write SQL. */
const allowSql = async () => {
  const { admin, readers, databaseId } = world
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const data = { schemas: 'all', native: 'write' }
  const groups = { [readers]: { [databaseId]: { data } } }
  expect((await admin.put('/api/permissions/graph', { revision, groups })).status).toBe(200)
}

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  const { tables } = (
    await world.admin.get(`/api/database/${world.databaseId}/metadata?table=people`)
  ).body
  city = tables[0].fields.find(({ name }: { name: string }) => name === 'city').id
  open = await world.create('Open')
  closed = await world.create('Closed')
  await world.open(open, 'read')
  await allowSql()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

type Parameters = readonly object[]

const sql = (query: string, tags: object = {}, parameters: Parameters = []) => ({
  database: world.databaseId,
  type: 'native',
  native: { query, 'template-tags': tags },
  parameters,
})
const ask = (query: object, who: Caller = world.admin) => who.post('/api/dataset', query)
const run = (id: number, parameters: unknown = [], who: Caller = world.admin) =>
  who.post(`/api/card/${id}/query`, { parameters })

const count = { name: 'n', id: 'id-n', 'display-name': 'How many', type: 'number' }
const inCity = () => ({
  name: 'city',
  id: 'id-city',
  type: 'dimension',
  dimension: ['field', city, null],
  'widget-type': 'string/=',
})
const people = 'select count(*) from people where {{city}} [[and id <= {{n}}]]'

describe('a query with tags', () => {
  test('is answered with its values bound, and shown with them in it', async () => {
    const tags = { city: inCity(), n: count }
    const query = sql(people, tags, [valueFor('city', ['Oslo']), valueFor('n', '9')])
    const answer = await ask(query)
    expect(answer.body).toMatchObject({
      status: 'completed',
      data: {
        rows: [[3]],
        native_form: {
          query:
            'select count(*) from people where "public"."people"."city" = $1 and id <= CAST($2 AS integer)',
          params: ['Oslo', 9],
        },
      },
      json_query: { native: { query: people } },
    })
    const shown = await world.admin.post('/api/dataset/native', query)
    expect(shown.body.query).toContain(`"city" = 'Oslo' and id <= CAST(9 AS integer)`)
    expect((await ask(sql(people, tags))).body.data.rows).toEqual([[30]])
    const { status, body } = await world.admin.post('/api/dataset/json', { query })
    expect([status, body]).toEqual([200, [{ count: 3 }]])
  })

  test.each<[string, string, object, unknown, string, string]>([
    ['no value', '{{n}}', { n: count }, undefined, 'missing-required-parameter', 'How many'],
    ['no tag', '{{n}}', {}, undefined, 'missing-required-parameter', '"n"'],
    ['a bracket too few', '{{n}} [[', { n: count }, 1, 'invalid-query', ']]'],
    ['quotes around it', "'{{n}}'", { n: {} }, 1, 'invalid-query', '{{n}}'],
  ])('fails for %s', async (_, text, tags, value, word, message) => {
    const query = sql(`select ${text}`, tags, [valueFor('n', value)])
    const { status, body } = await ask(query)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failed',
      error_type: word,
      error: expect.stringContaining(message),
      data: { rows: [], cols: [] },
    })
    expectRefusal(await world.admin.post('/api/dataset/native', query), 400, 'validation')
  })

  test('is refused for what is no value, no tag, or none of the database', async () => {
    const bad = [{ $gt: '' }, [[1]], [{ a: 1 }]]
    for (const value of bad)
      expectRefusal(await ask(sql('select {{n}}', { n: {} }, [valueFor('n', value)])), 400)
    const wrong = sql('select {{n}}', { n: count }, [valueFor('n', '1 or 1=1')])
    const needless = sql('select 1', {}, [valueFor('n', 1)])
    for (const [query, named] of [
      [wrong, 'How many'],
      [needless, 'n'],
    ] as const)
      for (const path of ['/api/dataset', '/api/dataset/native']) {
        const refused = await world.admin.post(path, query)
        expectRefusal(refused, 400, 'validation')
        expect(refused.body.errors.parameters).toContain(`"${named}"`)
      }
    expectRefusal(await world.admin.post('/api/dataset/csv', { query: wrong }), 400, 'validation')
    expectRefusal(await ask(sql('select 1', { n: { type: 'sql' } })), 400, 'validation')
    const { data } = (await world.admin.get('/api/database')).body
    const sample = data.find((it: { is_sample: boolean }) => it.is_sample).id
    const elsewhere = { ...sql(people, { city: inCity() }), database: sample }
    expect((await ask(elsewhere)).body).toMatchObject({ error_type: 'invalid-query' })
  })
})

describe('a saved question with tags', () => {
  const tags = () => ({
    city: { ...inCity(), default: ['Oslo'] },
    n: { ...count, default: 9 },
  })

  test('takes values by tag and by id, and its defaults for what is not said', async () => {
    const id = await world.save(sql(people, tags()), { collection_id: open })
    const rows = async (parameters: unknown) => (await run(id, parameters)).body.data.rows
    expect(await rows([])).toEqual([[3]])
    expect(await rows([valueFor('n', 3)])).toEqual([[1]])
    expect(await rows([{ id: 'id-n', type: 'number/=', value: [6] }])).toEqual([[2]])
    expect(await rows([valueFor('n', null)])).toEqual([[10]])
    expect(await rows([valueFor('n', null), valueFor('city', null)])).toEqual([[30]])
    expect(await rows(JSON.stringify([valueFor('city', ['Rome', 'Oslo'])]))).toEqual([[6]])
    const { reader } = world
    expect((await run(id, [valueFor('n', 3)], reader)).body.data.rows).toEqual([[1]])
    for (const parameter of [
      valueFor('n', 1, { type: 'number/>=' }),
      valueFor('n', '1 or 1=1'),
      valueFor('nobody', 1),
      { id: 'nobody', value: 1 },
    ])
      expectRefusal(await run(id, [parameter], reader), 400, 'validation')
  })

  test('has what it declares over what its query was saved with, and what is asked over both', async () => {
    const type = 'number/='
    const saved = sql('select {{n}} as n', { n: count }, [valueFor('n', 1)])
    const plain = await world.save(saved)
    expect((await run(plain)).body.data.rows).toEqual([[1]])
    const parameters = [{ id: 'p', target: valueFor('n', 0).target, type, default: 2 }]
    const declared = await world.save(sql('select {{n}} as n', { n: count }), { parameters })
    expect((await run(declared)).body.data.rows).toEqual([[2]])
    expect((await ask(world.on(declared))).body.data.rows).toEqual([[2]])
    for (const id of [plain, declared])
      for (const asked of [
        valueFor('n', 3),
        { id: 'id-n', value: 3 },
        valueFor('n', [3], { type }),
      ])
        expect((await run(id, [asked])).body.data.rows).toEqual([[3]])
  })

  test('that needs a value is saved, and fails until it has one', async () => {
    const id = await world.save(sql('select {{n}} as n', { n: { ...count, required: true } }))
    expect((await run(id)).body).toMatchObject({
      error_type: 'missing-required-parameter',
      error: expect.stringContaining('How many'),
    })
    expect((await run(id, [valueFor('n', 5)])).body.data.rows).toEqual([[5]])
    const on = (await ask(world.on(id))).body
    expect(on).toMatchObject({ status: 'failed', error_type: 'missing-required-parameter' })
    expectRefusal(await world.admin.post('/api/dataset/native', world.on(id)), 400)
  })

  test('is a source with its defaults, of structured queries and of SQL', async () => {
    const id = await world.save(sql('select id, city from people where id <= {{n}}', tags()))
    const counted = world.on(id, { aggregation: [['count']] })
    expect((await ask(counted)).body.data.rows).toEqual([[9]])
    const nested = await world.save(sql(`select count(*) from {{#${id}-people}} p`))
    expect((await run(nested)).body.data.rows).toEqual([[9]])
    expect((await world.admin.get(`/api/card?f=using_model&model_id=${id}`)).body).toMatchObject([
      { id: nested },
    ])
    const source = { native: 'select {{n}} as n', 'template-tags': { n: { ...count, default: 4 } } }
    const inside = { ...counted, query: { 'source-query': source, limit: 1 } }
    expect((await ask(inside)).body.data.rows).toEqual([[4]])
  })
})

describe('a question within SQL', () => {
  test('is for those who may read it, or read what holds it', async () => {
    const { admin, reader } = world
    const hidden = await world.save(world.people({ limit: 2 }), { collection_id: closed })
    const query = sql(`select count(*) from {{#${hidden}}} x`)
    expect((await ask(query)).body.data.rows).toEqual([[2]])
    expectRefusal(await ask(query, reader), 403, 'forbidden')
    const content = `{{#${hidden}}}`
    const made = await admin.post('/api/native-query-snippet', { name: 'hidden', content })
    expect(made.status).toBe(200)
    const bySnippet = sql('select count(*) from {{snippet: hidden}} x')
    expect((await ask(bySnippet)).body.data.rows).toEqual([[2]])
    expectRefusal(await ask(bySnippet, reader), 403, 'forbidden')
    const commented = sql(`select 1 -- {{#${hidden}}}`)
    expect((await ask(commented, reader)).body.data.rows).toEqual([[1]])
    const shared = await world.save(query, { collection_id: open })
    expect((await run(shared, [], reader)).body.data.rows).toEqual([[2]])
    expectRefusal(await ask(sql('select * from {{#999999}} x'), reader), 404, 'not-found')
  })

  test('cannot be in itself', async () => {
    const { admin } = world
    const first = await world.save(sql('select 1 as x'))
    const second = await world.save(sql(`select * from {{#${first}}} x`))
    for (const dataset_query of [
      sql(`select * from {{#${second}}} x`),
      sql(`select * from {{#${first}}} x`),
      world.on(second),
    ])
      expectRefusal(await admin.put(`/api/card/${first}`, { dataset_query }), 400)
    expect((await run(second)).body.data.rows).toEqual([[1]])
  })
})

test('a snippet is put into SQL, by its name or its id, with the tags in it', async () => {
  const { admin } = world
  const body = { name: 'few', content: 'id <= {{n}} -- few' }
  const { id } = (await admin.post('/api/native-query-snippet', body)).body
  const text = (name: string) => `select count(*) from people where {{snippet: ${name}}}`
  const tags = { n: { ...count, default: 4 } }
  expect((await ask(sql(text('few'), tags))).body.data.rows).toEqual([[4]])
  const tag = { type: 'snippet', 'snippet-id': id, 'snippet-name': 'old name' }
  const byId = sql(text('old name'), { ...tags, 'snippet: old name': tag })
  expect((await ask(byId)).body.data.rows).toEqual([[4]])
  const saved = await world.save(byId, { collection_id: open })
  await admin.put(`/api/native-query-snippet/${id}`, { content: 'id <= 2 * {{n}}' })
  expect((await run(saved, [], world.reader)).body.data.rows).toEqual([[8]])
  expect((await ask(sql(text('nobody'), tags))).body).toMatchObject({
    status: 'failed',
    error_type: 'invalid-query',
    error: expect.stringContaining('"nobody"'),
  })
})
