import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import pino from 'pino'
import { loadConfig } from '../../infra/config.ts'
import { rotateKeys } from '../../infra/key-rotation/rotate.ts'
import { deriveKeys } from '../../infra/keys.ts'
import { promote } from '../../infra/main/read-models/promote.ts'
import { rebuild } from '../../infra/main/read-models/rebuild.ts'
import { verify } from '../../infra/main/read-models/verify.ts'
import { type Service, startService } from '../../infra/main/service.ts'
import { openStorage, type Storage } from '../../infra/main/storage.ts'
import {
  adminEmail,
  adminPassword,
  callAt,
  masterKey,
  sharedServer,
  startTestService,
  type TestService,
  testEnvironment,
} from '../support/service.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld
let later: { service: Service; storage: Storage } | undefined

beforeAll(async () => {
  app = await startTestService()
  world = await valuesWorld(app)
}, 60_000)
afterAll(async () => {
  await later?.service.stop()
  await later?.storage.stop()
  await app?.stop()
  await world?.close()
}, 30_000)

const log = pino({ level: 'silent' })

/** Another start of the service on the same databases, with a master key of its own. */
const startWith = async (newKey: string) => {
  const { connection, sample } = app.storage
  const names = {
    service: String(connection.database),
    sample: String(sample.details.dbname),
    role: String(connection.user),
  }
  const server = { ...sharedServer(), stop: async () => undefined }
  const storage = await openStorage(server, { dataDirectory: '/', masterKey: newKey, log, names })
  const config = loadConfig(['--port', '0'], { ...testEnvironment(), MASTER_KEY: newKey })
  return { storage, service: await startService(storage, config, log) }
}

test('after the master key is exchanged everything goes on, and the old key is good for nothing', async () => {
  const token = await app.logIn()
  const question = await world.save(world.people({ aggregation: [['count']] }), { name: 'People' })
  const { body: key } = await app.call('POST', '/api/api-key', {
    token,
    body: { name: 'Nightly' },
  })
  const path = `/api/card/${question}/query`
  const before = (await app.call('POST', path, { token })).body.data.rows
  await app.service.stop()

  const newKey = randomBytes(32).toString('hex')
  const pool = new pg.Pool(app.storage.owner)
  const { resealed } = await rotateKeys({
    pool,
    from: deriveKeys(Buffer.from(masterKey, 'hex')),
    to: deriveKeys(Buffer.from(newKey, 'hex')),
    anew: [],
    onProgress: { total: () => undefined, done: () => undefined },
    signal: new AbortController().signal,
  }).finally(() => pool.end())
  expect(resealed).toBeGreaterThan(2)
  await expect(startWith(masterKey)).rejects.toThrow('is not the key the data was written with')

  later = await startWith(newKey)
  const { service, storage } = later
  const call = callAt(service.url)
  // Logins, API keys, connections, people and their addresses.
  expect((await call('POST', path, { token })).body.data.rows).toEqual(before)
  const headers = { 'X-API-Key': key.unmasked_key }
  expect((await call('GET', `/api/card/${question}`, { headers })).status).toBe(200)
  const { body: databases } = await call('GET', '/api/database', { token })
  for (const { id } of databases.data) {
    const health = await call('GET', `/api/database/${id}/healthcheck`, { token })
    expect(health.body).toMatchObject({ status: 'ok' })
  }
  const again = { email: adminEmail.toUpperCase(), first_name: 'A', last_name: 'B' }
  expect((await call('POST', '/api/user', { token, body: again })).status).toBe(409)
  const body = { username: adminEmail, password: adminPassword }
  expect((await call('POST', '/api/session', { body })).status).toBe(200)

  // Event zero on.
  const workshop = { ...service.adapters, pool: storage.pool }
  await rebuild(workshop, 'user')
  expect(await verify(workshop, 'user')).toMatchObject({ agrees: true })
  await promote(workshop, 'user')
  expect((await call('GET', '/api/user/current', { token })).body.email).toBe(adminEmail)
}, 60_000)
