import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { isTraceparent } from '../../infra/observation/traceparent.ts'
import { startTracing } from '../../infra/telemetry/tracing.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>
let tracing: ReturnType<typeof startTracing>

beforeAll(async () => {
  ;[app, collector] = await Promise.all([startTestService(), startOtlpReceiver()])
  tracing = startTracing({ url: collector.url, role: 'all', version: 'v1.2.3', everyMs: 50 })
  admin = await asAdmin(app)
}, 30_000)
afterAll(async () => {
  await tracing?.stop()
  await app?.stop()
  await collector?.stop()
}, 30_000)

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'

const spansOf = (trace: string) => collector.spans.filter((span) => span.traceId === trace)
const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.find((span) => span.name === name)

describe('a trace', () => {
  test('leads from a caller over the command and its event to the read models', async () => {
    const answer = await app.call('PUT', '/api/user/1', {
      token: admin.token,
      body: { first_name: 'Grace of the harbour' },
      headers: { traceparent: `00-${traceId}-${caller}-01` },
    })
    expect(answer.status).toBe(200)
    const batch = await until(
      async () => collector.spans.find(({ links }) => links.some((it) => it.traceId === traceId)),
      (found) => found !== undefined,
      10_000,
    )
    const spans = await until(
      async () => spansOf(traceId),
      (found) => named(found, 'PUT /api/user/:id') !== undefined,
      10_000,
    )
    const request = named(spans, 'PUT /api/user/:id')
    const command = spans.find(({ name }) => name.startsWith('command '))
    const append = named(spans, 'append')
    expect(request).toMatchObject({
      parentSpanId: caller,
      attributes: {
        'http.request.method': 'PUT',
        'http.route': '/api/user/:id',
        'http.response.status_code': 200,
        'request.id': answer.headers.get('x-request-id'),
      },
      resource: {
        'service.name': 'analytics-service',
        'service.version': 'v1.2.3',
        'service.role': 'all',
      },
    })
    expect(command).toMatchObject({ parentSpanId: request?.spanId })
    expect(append).toMatchObject({
      parentSpanId: command?.spanId,
      attributes: {
        'event_store.category': 'user',
        'event_store.types': ['UserProfileChanged'],
        'event_store.outcome': 'ok',
        'event_store.position': answer.headers.get('x-event-position'),
      },
    })
    expect(named(spans, 'wait for read models')).toMatchObject({ attributes: { in_time: true } })
    expect(batch).toMatchObject({
      name: 'project batch',
      parentSpanId: '',
      links: expect.arrayContaining([{ traceId, spanId: append?.spanId }]),
    })

    const { rows } = await app.storage.pool.query(
      `select metadata from es.events where position = $1`,
      [answer.headers.get('x-event-position')],
    )
    expect(rows).toMatchObject([
      { metadata: { traceparent: `00-${traceId}-${append?.spanId}-01` } },
    ])
  })

  test('begins anew where a caller has none or makes one up, and is not kept where theirs is not', async () => {
    const read = (traceparent: string) =>
      app.call('GET', '/api/user/1', { token: admin.token, headers: { traceparent } })
    const unkept = 'ab'.repeat(16)
    await read(`00-${unkept}-${caller}-00`)
    for (const traceparent of [
      '',
      'x'.repeat(5_000),
      `00-${'0'.repeat(32)}-${caller}-01`,
      `01-${unkept}-${caller}-01`,
    ])
      await read(traceparent)
    const reads = await until(
      async () => collector.spans.filter(({ name }) => name === 'GET /api/user/:id'),
      (found) => found.length >= 4,
      10_000,
    )
    for (const { parentSpanId, traceId: own } of reads) {
      expect(parentSpanId).toBe('')
      expect(isTraceparent(`00-${own}-${caller}-01`)).toBe(true)
    }
    expect(spansOf(unkept)).toEqual([])
  })

  test('says of questions where they ran, and of nothing what people wrote', async () => {
    const secrets = [
      'hush-of-a-statement',
      'hush-of-a-value',
      'hush@example.com',
      'hush-of-a-password',
    ]
    const [statement, value, email, password] = secrets
    await admin.post('/api/dataset', {
      database: 1,
      type: 'native',
      native: { query: `select '${statement}', no_such_column` },
    })
    const ran = await admin.post('/api/dataset', {
      database: 1,
      type: 'native',
      native: {
        query: 'select {{it}}',
        'template-tags': { it: { id: 'it', name: 'it', 'display-name': 'It', type: 'text' } },
      },
      parameters: [{ type: 'category', target: ['variable', ['template-tag', 'it']], value }],
    })
    expect(ran.body.status).toBe('completed')
    await admin.post('/api/user', { email, first_name: 'Hush', last_name: 'Hush', password })
    await app.call('POST', '/api/session', { body: { username: email, password: `${password}!` } })
    const asked = await until(
      async () => collector.spans.filter(({ name }) => name === 'POST /api/dataset'),
      (found) => found.length >= 2,
      10_000,
    )
    const queries = collector.spans.filter(({ name }) => name === 'query postgres')
    expect(queries.map(({ attributes }) => attributes.status).sort()).toEqual([
      'completed',
      'failed',
    ])
    for (const { parentSpanId, attributes } of queries) {
      expect(attributes).toMatchObject({ 'db.system.name': 'postgres', 'database.id': 1 })
      expect(asked.map(({ spanId }) => spanId)).toContain(parentSpanId)
    }
    await until(
      async () => collector.spans.some(({ name }) => name === 'POST /api/session'),
      (found) => found,
      10_000,
    )
    const sent = collector.raw()
    for (const secret of [
      ...secrets,
      adminEmail,
      adminPassword,
      'Grace of the harbour',
      admin.token,
    ])
      expect([secret, sent.includes(secret)]).toEqual([secret, false])
  })

  test('ends with the service, and what is not sent yet is', async () => {
    await admin.get('/api/user/current')
    await tracing.stop()
    expect(collector.spans.map(({ name }) => name)).toContain('GET /api/user/current')
    const { length } = collector.spans
    const answer = await admin.put('/api/user/1', { first_name: 'Untraced' })
    const { rows } = await app.storage.pool.query(
      'select metadata from es.events where position = $1',
      [answer.headers.get('x-event-position')],
    )
    expect(rows[0].metadata.traceparent).toBeUndefined()
    expect(collector.spans).toHaveLength(length)
  })
})
