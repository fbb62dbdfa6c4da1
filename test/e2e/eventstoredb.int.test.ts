import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Caller, callerOf } from '../support/caller.ts'
import { cardBody } from '../support/card-world.ts'
import { commandLineOf } from '../support/command-line.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { type EventStoreDbServer, startEventStoreDb } from '../support/eventstoredb/server.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/*
 * The whole service with its log in EventStoreDB: Postgres holds what is made of it, and none of it.
 */
let store: EventStoreDbServer
let app: TestService
let customer: Customer
let admin: Caller
const cli = commandLineOf(() => app)

const ada = {
  email: 'ada@example.com',
  password: 'a long enough password',
  first_name: 'Ada',
  last_name: 'Lovelace',
}

beforeAll(async () => {
  store = await startEventStoreDb()
  ;[app, customer] = await Promise.all([
    startTestService({ unset: true, environment: { EVENTSTORE_URL: store.url } }),
    openCustomer('postgres'),
  ])
  await customer.run('create table visits (n int)', 'insert into visits values (1), (2), (3)')
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
  store?.stop()
}, 30_000)

/** Milliseconds; a machine may have other things to do as well. */
const patienceMs = 20_000

const eventsOf = (stream: string) => store.log.stream(stream).map(({ type }) => type)

const newGroup = async (name: string) => admin.post('/api/permissions/group', { name })

const groupNames = async (): Promise<string[]> =>
  (await admin.get('/api/permissions/group')).body.map(({ name }: { name: string }) => name)

test('a service is set up, connects a database, and asks and shows questions of it', async () => {
  const token = app.service.setupToken
  const setUp = await app.call('POST', '/api/setup', { body: { token, user: ada } })
  expect(setUp.status).toBe(200)
  admin = callerOf(app, setUp.body.id)
  const database = await admin.connect(customer)
  await admin.synced(database)
  const query = { database, type: 'native', native: { query: 'select sum(n) as n from visits' } }
  const card = await admin.post('/api/card', cardBody(query, { name: 'Visits' }))
  expect(card.status).toBe(200)
  const dashboard = await admin.post('/api/dashboard', { name: 'All visits' })
  const dashcard = { id: -1, card_id: card.body.id, row: 0, col: 0, size_x: 4, size_y: 4 }
  const path = `/api/dashboard/${dashboard.body.id}`
  expect((await admin.put(path, { dashcards: [dashcard] })).status).toBe(200)
  const shown = (await admin.get(path)).body
  expect(shown.dashcards[0].card.name).toBe('Visits')
  const run = `${path}/dashcard/${shown.dashcards[0].id}/card/${card.body.id}/query`
  expect((await admin.post(run, {})).body.data.rows).toEqual([[6]])

  expect(eventsOf(`card-${card.body.id}`)).toEqual(['CardCreated'])
  const { rows } = await app.storage.pool.query('select count(*)::int as count from es.events')
  expect(rows).toEqual([{ count: 0 }])
})

test('access has its history, and evidence that can be checked', async () => {
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const groups = { 1: { 1: { data: { schemas: 'none' } } } }
  const closed = { revision, groups, comment: 'closed' }
  expect((await admin.put('/api/permissions/graph', closed)).status).toBe(200)
  expectRefusal(await admin.put('/api/permissions/graph', closed), 409, 'stale-revision')
  const { body: history } = await admin.get('/api/permissions/graph/history')
  expect(history[0]).toMatchObject({ comment: 'closed', actor: { kind: 'user', id: 1 } })

  const home = mkdtempSync(join(tmpdir(), 'evidence-'))
  try {
    const [file, key] = [join(home, 'all.jsonl'), join(home, 'key.pem')]
    writeFileSync(key, `${(await cli(['audit', 'public-key'])).out.join('\n')}\n`)
    expect((await cli(['audit', 'export', '--out', file])).problems).toEqual([])
    const verified = await cli(['audit', 'verify', file, '--public-key', key])
    expect(verified.out.join('\n')).toContain('is what was signed.')
  } finally {
    rmSync(home, { recursive: true })
  }
})

test('a store that goes away and comes back costs patience, and nothing that was acknowledged', async () => {
  expect((await newGroup('Before')).status).toBe(200)
  const acknowledged: string[] = []
  const refused: number[] = []
  let isOver = false
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `Writer ${writer}, ${n}`
      const { status } = await newGroup(name)
      if (status === 200) acknowledged.push(name)
      else refused.push(status)
    }
  }
  const writers = [1, 2, 3].map(write)
  await until(
    async () => acknowledged.length,
    (count) => count > 5,
    patienceMs,
  )
  store.crash()
  await until(
    async () => refused.length,
    (count) => count > 0,
    patienceMs,
  )
  const away = await newGroup('Meanwhile')
  expectRefusal(away, 503, 'unavailable')
  expect(away.headers.get('retry-after')).toBe('1')
  expect((await app.call('GET', '/readyz')).status).toBe(503)
  expect((await admin.get('/api/user/current')).status).toBe(200)
  await store.restart()
  const before = acknowledged.length
  await until(
    async () => acknowledged.length,
    (count) => count > before + 5,
    patienceMs,
  )
  isOver = true
  await Promise.all(writers)

  expect(new Set(refused)).toEqual(new Set([503]))
  expect(await groupNames()).toEqual(expect.arrayContaining(['Before', ...acknowledged]))
  await until(
    async () => (await app.call('GET', '/readyz')).status,
    (status) => status === 200,
    patienceMs,
  )
  await app.restart()
  expect(await groupNames()).toEqual(expect.arrayContaining(['Before', ...acknowledged]))
}, 60_000)

test('read models are built anew from it, and are equal row by row', async () => {
  const listed = async () => JSON.parse((await cli(['projections', 'list', '--json'])).out.join(''))
  await until(listed, ({ position, head }) => position === head)
  for (const name of ['group', 'card']) {
    const { out } = await cli(['projections', 'rebuild', name])
    expect(out.join('\n')).toMatch(/is complete: \d+ events in/)
    const verified = (await cli(['projections', 'verify', name])).out.join('\n')
    expect(verified).toMatch(/ {2}([0-9a-f]{16}) {2}\1 {2}equal/)
    expect(verified).not.toContain('differ')
    expect((await cli(['projections', 'promote', name])).problems).toEqual([])
  }
  expect(await groupNames()).toContain('Before')
})
