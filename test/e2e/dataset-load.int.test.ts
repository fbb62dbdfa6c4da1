import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema, series, sleepSql } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop(), 30_000)

const timed = async <T>(work: () => Promise<T>) => {
  const startedAt = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - startedAt }
}

describe.each(['postgres', 'mysql'] as const)('a %s database', (engine) => {
  let customer: Customer
  let id: number
  let beside: number

  const native = (sql: string) => ({ database: id, type: 'native', native: { query: sql } })

  /** Sends a query and leaves once the database works on it. */
  const leave = async (path: string, body: object, leaveWhen: () => Promise<unknown>) => {
    const leaving = new AbortController()
    const answer = fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Session': admin.token },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).then((response) => response.text())
    answer.catch(() => undefined)
    await leaveWhen()
    leaving.abort()
    await expect(answer).rejects.toThrow()
  }
  const atWork = (statements: number) =>
    until(
      () => customer.running(),
      (n) => n >= statements,
    )
  const quiet = (milliseconds = 2_000) =>
    until(
      () => customer.running(),
      (n) => n === 0,
      milliseconds,
    )

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
    beside = await admin.connect(customer)
    await admin.synced(id)
    await admin.synced(beside)
  }, 60_000)

  afterAll(() => customer?.close())

  test('gets its connections back from answers of any size', async () => {
    for (const rows of [1, 999, 1_000, 1_001, 2_000, 2_001, 2_500, 5_000, 20_000])
      for (const constraints of [undefined, { 'max-results-bare-rows': 10_000 }]) {
        const { answer, ms } = await timed(() =>
          admin.ask(id, series[engine](rows), { constraints }),
        )
        expect(answer.status).toBe('completed')
        expect(ms).toBeLessThan(3_000)
      }
  }, 60_000)

  test('stops working for a client that went away', async () => {
    await leave('/api/dataset', native(sleepSql[engine](30)), () => atWork(1))
    await quiet()
    const endless = `select count(*) from ${['a', 'b', 'c', 'd'].map((name) => `(${series[engine](1_000)}) ${name}`).join(', ')}`
    await leave('/api/dataset', native(endless), () => atWork(1))
    await quiet()
    await leave('/api/dataset/csv', { query: native(sleepSql[engine](30)) }, () => atWork(1))
    await quiet()
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
  }, 30_000)

  test('stops working for clients that leave at any moment', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        leave('/api/dataset', native(sleepSql[engine](30)), () => sleep(n * 3)),
      ),
    )
    await quiet()
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
  }, 30_000)

  test('busy with slow queries leaves everybody else alone', async () => {
    let answered = 0
    const slow = Array.from({ length: 20 }, () =>
      admin.ask(id, sleepSql[engine](4)).finally(() => {
        answered += 1
      }),
    )
    await atWork(10)
    expect((await admin.ask(beside, 'select 1')).status).toBe('completed')
    expect((await admin.get('/api/user/current')).status).toBe(200)
    expect(answered).toBe(0)
    for (const { status } of await Promise.all(slow)) expect(status).toBe('completed')
    expect(await customer.running()).toBe(0)
  }, 30_000)

  test('with too many waiting says when to come back', async () => {
    const hold = new AbortController()
    const send = () =>
      fetch(`${app.url}/api/dataset`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-Session': admin.token },
        body: JSON.stringify(native(sleepSql[engine](20))),
        signal: hold.signal,
      })
    const answers = Array.from({ length: 70 }, send)
    for (const answer of answers) answer.catch(() => undefined)
    const refused = await Promise.race(answers)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ error: true, code: 'overloaded' })
    const file = await admin.post('/api/dataset/csv', { query: native('select 1') })
    expect(file).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect((await admin.ask(beside, 'select 1')).status).toBe('completed')
    hold.abort()
    // Seventy at once, each ended by a connection of its own.
    await quiet(10_000)
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
  }, 30_000)

  test('whose sessions are ended fails the query and serves the next', async () => {
    const cut = admin.ask(id, sleepSql[engine](30))
    await until(
      () => customer.running('sleep'),
      (n) => n === 1,
    )
    // What is lost at once was on a stale connection, and runs again on another.
    await sleep(1_200)
    await customer.killSessions()
    expect(await cut).toMatchObject({
      status: 'failed',
      error_type: 'connection',
      error: expect.stringMatching(/lost/),
    })
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
  }, 30_000)

  test('that was dropped fails the query', async () => {
    const other = await customer.another()
    const lost = await admin.connect(other)
    await admin.synced(lost)
    await other.close()
    const { status, error_type, error } = await admin.ask(lost, 'select n from people')
    const why = engine === 'mysql' ? 'db' : 'connection'
    expect({ status, error_type }).toEqual({ status: 'failed', error_type: why })
    expect(error).not.toContain(other.details.host)
    const shown = await admin.post('/api/dataset/csv', {
      query: { ...native('select n from people'), database: lost },
    })
    expect(shown).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(shown.headers.get('content-type')).toMatch(/^application\/json/)
    expect(shown.headers.get('content-disposition')).toBeNull()
  }, 30_000)
})
