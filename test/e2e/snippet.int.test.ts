import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CollectionWorld, collectionWorld } from '../support/collection-world.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

const path = '/api/native-query-snippet'

let app: TestService
let world: CollectionWorld
let databaseId: number
let customer: Customer

/** Says what the readers may do on the sample database. */
const allow = async (native: 'write' | 'none') => {
  const { revision } = (await world.admin.get('/api/permissions/graph')).body
  const groups = { [world.readers]: { [databaseId]: { data: { schemas: 'all', native } } } }
  const { status } = await world.admin.put('/api/permissions/graph', { revision, groups })
  expect(status).toBe(200)
}

beforeAll(async () => {
  app = await startTestService()
  customer = await openCustomer('postgres')
  world = await collectionWorld(app)
  databaseId = (await world.admin.get('/api/database')).body.data[0].id
  await world.admin.synced(databaseId)
  await allow('write')
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const make = async (name: string, content = 'total > 100', more = {}) => {
  const answer = await world.admin.post(path, { name, content, ...more })
  expect(answer.status).toBe(200)
  return answer.body
}
const head = () => app.service.adapters.eventStore.head()

describe('a snippet', () => {
  test('is made, read, changed, archived and brought back', async () => {
    const { admin } = world
    const collection_id = await world.create('Shelf')
    const made = await make('large orders', 'total > 100', { description: 'Of May', collection_id })
    expect(made).toMatchObject({
      name: 'large orders',
      content: 'total > 100',
      description: 'Of May',
      collection_id,
      archived: false,
      creator: { id: made.creator_id, email: 'admin@example.com' },
    })
    expect(made.entity_id).toHaveLength(21)
    const one = `${path}/${made.id}`
    expect((await admin.get(`${one}/`)).body).toEqual(made)

    const content = 'total > {{least}}'
    const changes = { content, description: null, collection_id: null, name: null }
    const changed = await admin.put(one, changes)
    expect(changed.body).toEqual({
      ...made,
      content,
      description: null,
      collection_id: null,
      updated_at: changed.body.updated_at,
    })
    const before = await head()
    expect((await admin.put(one, changed.body)).body).toEqual(changed.body)
    expect(await head()).toBe(before)

    const other = await make('AN ordinary one')
    const names = async (query = '') =>
      (await admin.get(`${path}${query}`)).body.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['AN ordinary one', 'large orders'])
    expect((await admin.put(one, { archived: true })).body.archived).toBe(true)
    expect(await names()).toEqual(['AN ordinary one'])
    expect(await names('?archived=true')).toEqual(['large orders'])
    const metadata = await admin.post('/api/dataset/query_metadata', { database: databaseId })
    expect(metadata.body.snippets).toEqual([other])
    await admin.put(one, { archived: false })
    expect(await names('?limit=1&offset=1')).toEqual(['large orders'])
  })

  test('has a name of its own, to the letter and for as long as it has it', async () => {
    const { admin } = world
    const { id } = await make('mine')
    const upper = await make('MINE')
    await admin.put(`${path}/${id}`, { archived: true })
    const before = await head()
    const taken = await admin.post(path, { name: 'mine', content: '1' })
    expectRefusal(taken, 400, 'validation')
    expect(taken.body.errors).toHaveProperty('name')
    expectRefusal(await admin.put(`${path}/${upper.id}`, { name: 'mine' }), 400, 'validation')
    expect(await head()).toBe(before)
    expect((await admin.put(`${path}/${id}`, { name: 'ours' })).body.name).toBe('ours')
    expect((await admin.put(`${path}/${upper.id}`, { name: 'mine' })).body.name).toBe('mine')
    const wanted = Array.from({ length: 5 }, () => admin.post(path, { name: 'one', content: '1' }))
    const statuses = (await Promise.all(wanted)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('is as long as it may be, and on as many lines', async () => {
    const content = '"\\\r\n\tä'.repeat(15_000)
    expect((await make('long', content)).content).toBe(content)
  })

  test('that makes no sense is refused, and leaves nothing behind', async () => {
    const { admin } = world
    const { id } = await make('sensible')
    const archived = await world.create('Put away')
    await admin.put(`/api/collection/${archived}`, { archived: true })
    const before = await head()
    const good = { name: 'good', content: '1' }
    const cases = [
      [{ content: '1' }, 400],
      [{ name: 'good' }, 400],
      [{ ...good, content: 1 }, 400],
      [{ ...good, content: 'x'.repeat(100_001) }, 400],
      [{ ...good, content: 'a\u0001b' }, 400],
      [{ ...good, content: 'a {{snippet: good}}' }, 400],
      [{ ...good, name: '' }, 400],
      [{ ...good, name: ' good' }, 400],
      [{ ...good, name: 'good}' }, 400],
      [{ ...good, name: 'x'.repeat(255) }, 400],
      [{ ...good, description: {} }, 400],
      [{ ...good, collection_id: 'root' }, 400],
      [{ ...good, collection_id: archived }, 400],
      [{ ...good, collection_id: 2_000_000_000 }, 404],
    ] as const
    for (const [body, status] of cases) {
      expectRefusal(await admin.post(path, body), status)
      if ('name' in body && 'content' in body)
        expectRefusal(await admin.put(`${path}/${id}`, body), status)
    }
    expectRefusal(await admin.put(`${path}/2000000000`, { name: 'other' }), 404, 'not-found')
    expectRefusal(await admin.get(`${path}/2000000000`), 404, 'not-found')
    for (const query of ['archived=maybe', 'limit=x'])
      expectRefusal(await admin.get(`${path}?${query}`), 400, 'validation')
    expect(await head()).toBe(before)
  })

  test('is for those who may write SQL, for as long as they may', async () => {
    const { admin, reader, stranger } = world
    const { id } = await make('for writers')
    const calls = [
      ['GET', path],
      ['GET', `${path}/${id}`],
      ['POST', path, { name: 'theirs', content: '1' }],
      ['PUT', `${path}/${id}`, { content: 'total > 1 or 1 = 1' }],
    ] as const
    const snippetsFor = async (caller: typeof reader) =>
      (await caller.post('/api/dataset/query_metadata', { database: databaseId })).body.snippets
    const closed = await world.create('Closed')
    const refused = async (caller: typeof reader) => {
      const before = await head()
      for (const [method, at, body] of calls)
        expectRefusal(await app.call(method, at, { token: caller.token, body }), 403, 'forbidden')
      expect(await head()).toBe(before)
    }
    await refused(stranger)
    for (const [method, at, body] of calls) {
      const { status, body: answer } = await app.call(method, at, { token: reader.token, body })
      expect([method, status, answer]).toEqual([method, 200, expect.anything()])
    }
    expect((await snippetsFor(reader)).length).toBeGreaterThan(1)
    const there = { name: 'hidden', content: '1', collection_id: closed }
    expectRefusal(await reader.post(path, there), 403, 'forbidden')

    await allow('none')
    await refused(reader)
    expect(await snippetsFor(reader)).toEqual([])
    expect((await admin.get(`${path}/${id}`)).body.content).toBe('total > 1 or 1 = 1')
  })
})

test('is as open as its collection, for those who may write SQL', async () => {
  const { admin, reader } = world
  await allow('write')
  const [shelf, own] = [await world.create('Shelf of SQL'), await world.create('Own SQL')]
  await world.open(own, 'write')
  const { id } = await make('shelved', '1 = 1', { collection_id: shelf })
  const one = `${path}/${id}`
  const isListed = async () => {
    const { body } = await reader.post('/api/dataset/query_metadata', { database: databaseId })
    const lists = [(await reader.get(path)).body, body.snippets]
    return lists.map((list) => list.some((it: { id: number }) => it.id === id))
  }
  const changes = [
    { content: '2 = 2' },
    { description: 'x' },
    { archived: true },
    { name: 'taken' },
    { collection_id: null },
    { collection_id: own },
  ]
  const before = await head()
  expectRefusal(await reader.get(one), 403, 'forbidden')
  for (const change of changes) expectRefusal(await reader.put(one, change), 403, 'forbidden')
  expect([await isListed(), await head()]).toEqual([[false, false], before])

  await world.open(shelf, 'read')
  expect((await reader.get(one)).body).toMatchObject({ id, collection_id: shelf })
  expect(await isListed()).toEqual([true, true])
  for (const change of changes) expectRefusal(await reader.put(one, change), 403, 'forbidden')
  await world.open(shelf, 'write')
  expect((await reader.put(one, { content: '2 = 2', collection_id: own })).status).toBe(200)
  await world.open(shelf, 'read')
  expectRefusal(await reader.put(one, { collection_id: shelf }), 403, 'forbidden')
  expect((await reader.put(one, { collection_id: null })).status).toBe(200)

  await admin.put(one, { collection_id: shelf })
  await admin.put(`/api/collection/${shelf}`, { archived: true })
  expect((await admin.delete(`/api/collection/${shelf}`)).status).toBeLessThan(300)
  expect((await reader.get(one)).body.collection_id).toBe(null)
  expect((await reader.put(one, { content: '3 = 3' })).body.content).toBe('3 = 3')
})

test('is changed only by who may write SQL wherever saved questions use it', async () => {
  const { admin, reader } = world
  await allow('write')
  const elsewhere = (await make('used elsewhere', '1 = 1')).id
  const through = (await make('through another', '{{snippet: used elsewhere}}')).id
  const innocent = (await make('innocent')).id
  const byTag = (await make('by its tag')).id
  const save = async (database: number, query: string, tags: object = {}) => {
    const answer = await admin.post('/api/card', {
      name: 'With a snippet',
      display: 'table',
      visualization_settings: {},
      dataset_query: { database, type: 'native', native: { query, 'template-tags': tags } },
    })
    expect(answer.status).toBe(200)
  }
  const change = (id: number, change: object = { content: '2 = 2' }) =>
    reader.put(`${path}/${id}`, change)
  await save(databaseId, 'select 1 where {{snippet: through another}}')
  expect((await change(elsewhere)).status).toBe(200)
  const second = await admin.connect(customer)
  await admin.synced(second)
  await save(second, 'select 1 where {{snippet: through another}} and {{snippet: not yet}}')
  const tag = { name: 'which', type: 'snippet', 'snippet-id': byTag }
  await save(second, 'select 1 where {{which}}', { which: tag })
  for (const id of [elsewhere, through, byTag]) expectRefusal(await change(id), 403)
  expectRefusal(await reader.post(path, { name: 'not yet', content: '1 = 1' }), 403)
  expectRefusal(await change(innocent, { name: 'not yet' }), 403)
  expect((await change(elsewhere, { description: 'Words' })).status).toBe(200)
  expect((await admin.put(`${path}/${elsewhere}`, { content: '3 = 3' })).status).toBe(200)
})
