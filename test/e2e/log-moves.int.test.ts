import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readModelRows } from '../support/backup-lab.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { ownerOf } from '../support/copy-lab.ts'
import { type EventStoreDbServer, startEventStoreDb } from '../support/eventstoredb/server.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { callAt, startTestService, type TestService } from '../support/service.ts'
import { runCommand } from '../support/terminal.ts'

let app: TestService
let admin: Caller
let store: EventStoreDbServer

beforeAll(async () => {
  store = await startEventStoreDb()
  app = await startTestService()
  admin = await asAdmin(app)
  await admin.synced(1)
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  store?.stop()
})

const ada = {
  email: 'ada@example.com',
  password: 'a long enough password',
  first_name: 'Ada',
  last_name: 'Lovelace',
}

const copy = (...args: readonly string[]) =>
  runCommand(['events', 'copy', '--from', 'postgres', '--to', 'eventstoredb', ...args], {
    withOwner: (work) => work(ownerOf(app, store.url)),
  })

test('a service goes on in EventStoreDB where it was in Postgres', async () => {
  const { body: before } = await admin.post('/api/collection', { name: 'Before' })
  const rows = await readModelRows(app.storage.pool)
  const environment = { EVENTSTORE_URL: store.url }

  expect((await copy()).problems).toEqual([])
  const { out, problems } = await copy('--switch')
  expect(problems).toEqual([])
  expect(out.at(-1)).toContain('The log is in EventStoreDB now')
  const refused = await admin.post('/api/collection', { name: 'Too late' })
  expect(refused.status).toBe(503)
  expect((await admin.get(`/api/collection/${before.id}`)).status).toBe(200)

  const moved = await app.startTwin({}, environment)
  const call = callAt(moved.url)
  // Nobody logs in anew, and no read model is made anew.
  const asBefore = { token: admin.token }
  expect((await call('GET', `/api/collection/${before.id}`, asBefore)).status).toBe(200)
  expect(await readModelRows(app.storage.pool)).toEqual(rows)
  const after = await call('POST', '/api/collection', { ...asBefore, body: { name: 'After' } })
  expect(after.status).toBe(200)
  expect((await call('GET', `/api/collection/${after.body.id}`, asBefore)).status).toBe(200)
  expect(await moved.adapters.eventStore.head()).toBeGreaterThan(1_000n)

  // Who was left behind says so, and does not tell by an old log that there is nothing to do.
  const user = await admin.post('/api/user', ada)
  expect(user.status).toBe(503)
  const { body } = await call('POST', '/api/user', { ...asBefore, body: ada })
  const path = `/api/user/${body.id}`
  expect((await call('PUT', path, { ...asBefore, body: { is_superuser: true } })).status).toBe(200)
  const sharing = '/api/setting/enable-public-sharing'
  await call('PUT', sharing, { ...asBefore, body: { value: true } })
  expectRefusal(await admin.put(sharing, { value: false }), 503, 'unavailable')
  expectRefusal(await admin.put(path, { is_superuser: false }), 503, 'unavailable')
  expect((await call('GET', path, asBefore)).body.is_superuser).toBe(true)
  const { status, body: ready } = await callAt(app.url)('GET', '/readyz')
  expect([status, ready.checks['event-store']]).toEqual([503, 'moved to another store'])
}, 60_000)
