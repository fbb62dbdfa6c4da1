import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { metricsTold, watchedMetrics } from '../support/deploy/watched-metrics.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
/** While set, the projector waits for it before each batch. */
let held: Promise<void> | undefined

beforeAll(async () => {
  app = await startTestService({
    hooks: { beforeBatch: async () => held },
    environment: { PROJECTION_WAIT_MS: '100' },
  })
  admin = await asAdmin(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const linesOf = (requestId: string | null) =>
  app.logLines.filter((line) => line.requestId === requestId)

describe('the log', () => {
  test.each([
    ['GET', '/api/user/current', 200, '/api/user/current'],
    ['GET', '/api/user/1?query=secret', 200, '/api/user/:id'],
    ['GET', '/api/user/999', 404, '/api/user/:id'],
    ['POST', '/api/user', 400, '/api/user'],
    ['PATCH', '/api/user', 405, '/api/user'],
    ['HEAD', '/api/user', 200, '/api/user'],
    ['GET', '/api/nothing', 404, '*'],
    ['GET', '/api/user/%zz', 400, '*'],
  ])('has one line for %s %s', async (method, path, status, route) => {
    const answer = await app.call(method, path, { token: admin.token })
    expect(answer.status).toBe(status)
    const lines = linesOf(answer.headers.get('x-request-id'))
    expect(lines).toEqual([
      expect.objectContaining({ level: 30, msg: 'request', method, route, status }),
    ])
    expect(lines[0]?.ms).toEqual(expect.any(Number))
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('knows who asked, and the request id the caller chose when it is harmless', async () => {
    const get = (requestId: string) =>
      app.call('GET', '/api/user/current', {
        token: admin.token,
        headers: { 'X-Request-Id': requestId },
      })
    const chosen = randomUUID()
    expect((await get(chosen)).headers.get('x-request-id')).toBe(chosen)
    expect(linesOf(chosen)).toMatchObject([{ userId: 1 }])
    for (const harmful of ['short', 'x'.repeat(65), 'with space', '<script>', '"quoted"x'])
      expect((await get(harmful)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('stays one line per request whatever a caller writes into headers and path', async () => {
    const evil = 'red", "level": 60, "x": "\ty'
    const before = app.logLines.length
    const request = rawRequest('GET /api/nothing%0d%0aforged%20line', {
      'User-Agent': evil,
      Referer: evil,
      'X-Forwarded-For': evil,
    })
    const { answers } = await sendRaw(app.url, Buffer.from(request, 'latin1'))
    expect(answers).toMatchObject([{ status: 404 }])
    const added = app.logLines.slice(before)
    expect(added).toHaveLength(1)
    expect(JSON.stringify(added)).not.toMatch(/forged|red|198\.51/)
  })

  test('has the request id in the events a request left', async () => {
    const answer = await admin.put('/api/user/1', { first_name: 'Traced' })
    const requestId = answer.headers.get('x-request-id')
    const { rows } = await app.storage.pool.query(
      `select type, metadata from es.events where metadata ->> 'requestId' = $1`,
      [requestId],
    )
    expect(rows).toMatchObject([
      { type: 'UserProfileChanged', metadata: { actor: { kind: 'user', id: 1 } } },
    ])
  })
})

describe('metrics', () => {
  const scrape = async () => {
    const response = await fetch(app.service.metricsUrl ?? '')
    expect(response.status).toBe(200)
    return response.text()
  }

  test('are on a port of their own, and nowhere else', async () => {
    const url = new URL(app.service.metricsUrl ?? '')
    expect(url.port).not.toBe(new URL(app.url).port)
    expect((await app.call('GET', '/metrics', { token: admin.token })).status).toBe(404)
    const other = await fetch(new URL('/api/user', url))
    expect(other.status).toBe(404)
  })

  test('count requests by pattern, never by what callers make up', async () => {
    await admin.get('/api/user/1')
    await admin.get('/api/user/2147483647')
    await admin.get('/api/made-up-by-a-caller')
    const text = await scrape()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/user\/:id",status="404"\} \d/,
    )
    expect(text).toMatch(/route="\*",status="404"/)
    expect(text).not.toContain('made-up')
    expect(text).not.toContain('2147483647')
    expect(text).toMatch(/projection_live\{projection="core"\} 1/)
    expect(text).toMatch(/process_resident_memory_bytes \d/)
  })
})

describe('what operators watch', () => {
  const scrape = async () => (await fetch(app.service.metricsUrl ?? '')).text()

  test('all that rules and the dashboard ask for is told', async () => {
    const told = metricsTold(await scrape())
    expect(watchedMetrics().length).toBeGreaterThan(25)
    expect(watchedMetrics().filter((name) => !told.has(name))).toEqual([])
  })

  test('is what happens: writes, waits, questions, work and who leads', async () => {
    const session = randomUUID()
    await admin.put('/api/user/1', { first_name: `Watched ${session}` })
    await admin.post('/api/dataset', {
      database: 1,
      type: 'native',
      native: { query: 'select 1' },
    })
    const text = await scrape()
    for (const line of [
      /^event_store_append_duration_seconds_count\{outcome="ok"\} [1-9]/m,
      /^event_store_head_position [1-9]/m,
      /^projection_position\{projection="core"\} [1-9]/m,
      /^projection_batch_duration_seconds_count\{outcome="done"\} [1-9]/m,
      /^projection_wait_seconds_count\{in_time="true"\} [1-9]/m,
      /^projection_quarantined_streams\{projection="core"\} 0$/m,
      /^query_execution_duration_seconds_count\{engine="postgres",status="completed"\} [1-9]/m,
      /^leadership_leader\{of="projector"\} 1$/m,
      /^leadership_leader\{of="worker"\} 1$/m,
      /^bus_connected\{kind="\w+"\} 1$/m,
      /^limits_shared 0$/m,
      /^limits_sharing_wanted 0$/m,
      /^postgres_pool_connections\{pool="own",state="idle"\} \d/m,
      /^postgres_pool_connections\{pool="patient",state="busy"\} \d/m,
      /^answer_memory_bytes\{kind="most"\} [1-9]/m,
      /^account_mails_unsent\{tried="true"\} 0$/m,
      /^reactor_due\{reactor="schema sync"\} \d/m,
      /^http_requests_under_way \d/m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toContain(session)
    expect(text).not.toContain('select 1')
  })
})

describe('readiness', () => {
  test('is told in full while all is well', async () => {
    expect(await app.call('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await app.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        checks: { 'event-store': 'ok', 'read-models': 'ok', projection: 'ok' },
      },
    })
  })

  test('goes with a projection that falls behind, and comes back with it', async () => {
    let release: () => void = () => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    const pending = await admin.put('/api/user/1', { first_name: 'Later' })
    expect(pending).toMatchObject({ status: 200, body: { first_name: 'Later' } })
    expect(pending.headers.get('x-projection')).toBe('pending')
    await sleep(5_200)
    const behind = await app.call('GET', '/readyz')
    expect(behind.status).toBe(503)
    expect(behind.body.checks.projection).toMatch(/^behind by \d+ s$/)
    expect((await app.call('GET', '/livez')).status).toBe(200)
    held = undefined
    release()
    await until(
      () => app.call('GET', '/readyz'),
      ({ status }) => status === 200,
      5_000,
    )
    expect((await admin.get('/api/user/1')).body.first_name).toBe('Later')
  }, 15_000)
})
