import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Caller } from '../support/caller.ts'
import { type CollectionWorld, collectionWorld } from '../support/collection-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CollectionWorld
let databaseId: number
/** Of the readers, and of nobody else. */
let open: number
/** The admins’ alone. */
let closed: number

const made = async (admin: Caller, path: string, body: object): Promise<number> => {
  const answer = await admin.post(path, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

const question = (name: string, more: object) =>
  made(world.admin, '/api/card', {
    name,
    display: 'table',
    dataset_query: { database: databaseId, type: 'native', native: { query: 'select 1' } },
    visualization_settings: {},
    ...more,
  })

beforeAll(async () => {
  app = await startTestService()
  world = await collectionWorld(app)
  const { admin } = world
  databaseId = (await admin.get('/api/database')).body.data[0].id
  await admin.synced(databaseId)
  open = await world.create('Zebra park', { description: 'Stripes' })
  closed = await world.create('Zebra cellar')
  await world.open(open, 'read')
  await question('Zebra 100%', { collection_id: open, description: 'How many' })
  await question('Zebra model', { collection_id: open, type: 'model' })
  await question('Hidden zebra', { collection_id: closed })
  await question('Root zebra', {})
  await made(admin, '/api/dashboard', { name: 'Zebras today', collection_id: open })
}, 60_000)

afterAll(() => app?.stop())

const find = async (caller: Caller, query: string) => {
  const { status, body } = await caller.get(`/api/search?${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

describe('a search', () => {
  test('finds what one may read, the best first, and says where it is', async () => {
    const { admin, reader, stranger } = world
    const body = await find(reader, 'q=ZEBRA')
    expect(namesOf(body)).toEqual(['Zebra 100%', 'Zebra model', 'Zebra park', 'Zebras today'])
    expect(body).toMatchObject({ total: 4, offset: 0, limit: 1_000 })
    expect(body.data[0]).toMatchObject({
      model: 'card',
      description: 'How many',
      archived: false,
      can_write: false,
      display: 'table',
      database_id: databaseId,
      collection: { id: open, name: 'Zebra park', authority_level: null, type: null },
    })
    expect(namesOf(await find(admin, 'q=zebra'))).toHaveLength(7)
    expect(namesOf(await find(stranger, 'q=zebra'))).toEqual([])
    expect((await find(admin, 'q=root%20zebra')).data[0].collection.id).toBeNull()
  })

  test('is narrowed by model, database and page; a wildcard is a character', async () => {
    const { admin, reader } = world
    expect(namesOf(await find(reader, 'q=zebra&models=dataset,dashboard'))).toHaveLength(2)
    expect(namesOf(await find(reader, 'q=zebra&models=dataset&models=collection'))).toHaveLength(2)
    expect(namesOf(await find(reader, 'q=zebra&models=segment'))).toEqual([])
    expect(namesOf(await find(reader, 'q=%25'))).toEqual(['Zebra 100%'])
    expect(namesOf(await find(reader, 'q=_ebra'))).toEqual([])
    const page = await find(reader, 'q=zebra&limit=1&offset=1')
    expect([namesOf(page), page.total]).toEqual([['Zebra model'], 4])
    const tables = await find(admin, `q=orders&models=table&table_db_id=${databaseId}`)
    expect(tables.data[0]).toMatchObject({ model: 'table', table_name: 'orders' })
    expectRefusal(await reader.get('/api/search?models=secret'), 400, 'validation')
    expectRefusal(await reader.get(`/api/search?q=${'a'.repeat(10_001)}`), 400, 'validation')
  })

  test('follows rights: tables nobody granted are nobody’s, and what is put away is apart', async () => {
    const { admin, reader, say } = world
    const database = { [databaseId]: { data: { schemas: 'none', native: 'none' } } }
    expect((await find(reader, 'q=orders&models=table')).total).toBe(1)
    const { body: graph } = await admin.get('/api/permissions/graph')
    await admin.put('/api/permissions/graph', { revision: graph.revision, groups: { 1: database } })
    expect((await find(reader, 'q=orders&models=table,database')).total).toBe(0)
    const away = await question('Zebra of old', { collection_id: open })
    await admin.put(`/api/card/${away}`, { archived: true })
    expect(namesOf(await find(reader, 'q=zebra'))).not.toContain('Zebra of old')
    expect(namesOf(await find(reader, 'q=zebra&archived=true'))).toEqual(['Zebra of old'])
    await say({ [world.readers]: { [open]: 'none' } })
    expect((await find(reader, 'q=zebra')).total).toBe(0)
    await world.open(open, 'read')
  })
})

test('what one looked at lately is there, the latest first, while one may see it', async () => {
  const { reader, stranger, admin } = world
  const recents = async (caller: Caller, query = '') =>
    (await caller.get(`/api/activity/recents?${query}`)).body.recents.map(
      ({ model, name }: { model: string; name: string }) => `${model} ${name}`,
    )
  const idOf = async (name: string) =>
    (await find(admin, `q=${encodeURIComponent(name)}`)).data[0].id
  expect(await recents(reader)).toEqual([])
  const [card, board] = [await idOf('Zebra 100%'), await idOf('Zebras today')]
  await reader.get(`/api/card/${card}`)
  await reader.get(`/api/dashboard/${board}`)
  await reader.get(`/api/collection/${open}`)
  expectRefusal(await reader.get(`/api/collection/${closed}`), 403, 'forbidden')
  await reader.post(`/api/card/${card}/query`)
  expect(await recents(reader)).toEqual([
    'card Zebra 100%',
    'collection Zebra park',
    'dashboard Zebras today',
  ])
  expect(await recents(reader, 'limit=1&offset=1')).toEqual(['collection Zebra park'])
  expect(await recents(stranger)).toEqual([])
  await admin.put(`/api/card/${card}`, { collection_id: closed })
  expect(await recents(reader)).toEqual(['collection Zebra park', 'dashboard Zebras today'])
})
