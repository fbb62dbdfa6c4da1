import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
  type Answer,
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let proxy: FaultyProxy

beforeAll(async () => {
  proxy = await faultyProxy(process.env.TEST_POSTGRES_URL ?? '')
  app = await startTestService({ by: proxy })
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(async () => {
  await app?.stop()
  proxy?.close()
}, 30_000)

/** Ends all connections of the service, the way a failing or restarting server does. */
const endConnections = async () => {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    app.storage.connection.user,
  ])
  await client.end()
}

const credentials = { username: adminEmail, password: adminPassword }
let names = 0
const calls: readonly (() => Promise<Answer<unknown>>)[] = [
  () => admin.get('/api/user/current'),
  () => admin.get('/api/user'),
  () => admin.get('/api/database'),
  () => admin.put('/api/user/1', { first_name: `Name ${names++}` }),
  () => admin.post('/api/dataset/query_metadata', { database: 1 }),
  () => app.call('POST', '/api/session', { body: credentials }),
]

const expectUnavailable = (answer: Answer<unknown>) => {
  expectRefusal(answer, 503, 'unavailable')
  expect(answer.headers.get('retry-after')).toBe('1')
}

const answersAgain = async () => {
  const startedAt = performance.now()
  await until(
    async () => (await admin.get('/api/user/current')).status,
    (status) => status === 200,
  )
  await until(
    async () => (await app.call('GET', '/readyz')).status,
    (status) => status === 200,
  )
  const { status, body } = await admin.put('/api/user/1', { last_name: `Back ${names++}` })
  expect({ status, body }).toMatchObject({ status: 200 })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
}

test('connections that end while requests are under way cost 503 at most', async () => {
  let ended = false
  const answers: Answer<unknown>[] = []
  const caller = async (n: number) => {
    for (let at = n; !ended; at += 1) {
      const call = calls[at % calls.length]
      if (call) answers.push(await call())
    }
  }
  const callers = Array.from({ length: 8 }, (_, n) => caller(n))
  for (let round = 0; round < 12; round += 1) {
    await endConnections()
    await sleep(60)
  }
  ended = true
  await Promise.all(callers)
  for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  await answersAgain()
}, 30_000)

test('a server that is away is answered for with 503, and missed no longer than it is', async () => {
  proxy.set({ kind: 'refuse' })
  expect(await app.call('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const notReady = await app.call('GET', '/readyz')
  expect(notReady).toMatchObject({ status: 503, body: { status: 'unavailable' } })
  expect(JSON.stringify(notReady.body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres|svc_/)
  for (const call of calls) expectUnavailable(await call())
  expectRefusal(await app.call('GET', '/api/nothing'), 404, 'not-found')
  expectRefusal(await app.call('GET', '/api/user'), 401, 'unauthenticated')
  proxy.set({ kind: 'pass' })
  await answersAgain()
}, 30_000)

test('what the clients were not told stands in the log', () => {
  const failures = app.logLines.filter(({ msg }) => msg === 'request failed')
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures)
    expect(failure).toMatchObject({
      requestId: expect.any(String),
      err: { message: expect.any(String) },
    })
})
