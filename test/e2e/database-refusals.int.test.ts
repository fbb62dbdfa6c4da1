import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { httpRemote } from '../support/http-remote.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let customer: Customer
let id: number

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
  id = await admin.connect(customer)
  await admin.synced(id)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
})

/** The three ways in; a refusal must be the same at each. */
const attempts = async (details: object, engine: unknown = 'postgres') => {
  const name = 'Refused'
  const created = await admin.post('/api/database', { name, engine, details })
  const updated = await admin.put(`/api/database/${id}`, { details })
  const validated = await admin.post('/api/database/validate', { engine, details })
  return { created, updated, validated }
}

const connectionsRecorded = async () => {
  const { rows } = await app.storage.pool.query(
    `select count(*)::int as n from es.events where type like 'DatabaseConnect%'`,
  )
  return rows[0].n
}

describe('details', () => {
  test.each([
    ['subname', '//evil/db'],
    ['subprotocol', 'h2'],
    ['classname', 'org.h2.Driver'],
    ['uri', 'postgres://evil/db'],
    ['connectionString', 'postgres://evil/db'],
    ['options', '-c session_preload_libraries=evil'],
    ['stream', {}],
    ['types', {}],
    ['socketPath', '/var/run/postgresql/.s.PGSQL.5432'],
    ['flags', '+LOCAL_FILES'],
    ['infileStreamFactory', 'x'],
    ['typeCast', true],
    ['multipleStatements', true],
    ['supportBigNumbers', true],
    ['timezone', 'Z'],
    ['debug', true],
    ['ssl.ca', '/etc/passwd'],
    ['ssl-root-cert', '/etc/passwd'],
    ['ssl', { ca: '/etc/passwd' }],
    ['constructor', {}],
    ['additional-options', 'allowLoadLocalInfile=true'],
    ['tunnel-enabled', true],
    ['host', '/var/run/postgresql'],
    ['host', { toString: 'x' }],
    ['host', ['127.0.0.1']],
    ['port', 0],
    ['port', 65_536],
    ['port', 5432.5],
    ['port', '5432; drop'],
    ['user', ''],
    ['password', { toPostgres: 'x' }],
  ])('refuse %s %j', async (key, value) => {
    const before = await connectionsRecorded()
    const { created, updated, validated } = await attempts({ ...customer.details, [key]: value })
    for (const { status, body } of [created, updated]) {
      expect(status).toBe(400)
      expect(Object.keys(body.errors)).toEqual([key])
    }
    expect(validated).toMatchObject({ status: 200, body: { valid: false } })
    expect(await connectionsRecorded()).toBe(before)
  })

  test('refuse `__proto__` before anything reads it', async () => {
    const text = JSON.stringify({ ...customer.details, protoHere: { host: 'x' } })
    const details = text.replace('protoHere', '__proto__')
    const body = `{"name":"x","engine":"postgres","details":${details}}`
    expect((await admin.post('/api/database', body)).status).toBe(400)
    expect(({} as Record<string, unknown>).host).toBeUndefined()
  })

  test('are refused when missing, naming each', async () => {
    const { body } = await admin.post('/api/database', {
      name: 'x',
      engine: 'postgres',
      details: { port: customer.details.port },
    })
    expect(Object.keys(body.errors).sort()).toEqual(['dbname', 'host', 'user'])
  })
})

test.each(['oracle', 'sqlite', '__proto__', 'constructor', 'POSTGRES'])(
  'the engine %s is not supported',
  async (engine) => {
    const created = await admin.post('/api/database', {
      name: 'x',
      engine,
      details: { ...customer.details, db: 'file:x;INIT=RUNSCRIPT' },
    })
    expect(created).toMatchObject({ status: 400, body: { errors: { engine: expect.any(String) } } })
    const validated = await admin.post('/api/database/validate', {
      engine,
      details: customer.details,
    })
    expect(validated).toMatchObject({ status: 200, body: { valid: false } })
  },
)

describe('an address is refused', () => {
  test.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '0xa9fea9fe',
    '2852039166',
    '100.100.100.200',
    'fd00:ec2::254',
    'fe80::1',
  ])('of metadata and link-local: %s', async (host) => {
    const { created, updated, validated } = await attempts({ ...customer.details, host })
    expect(created).toMatchObject({ status: 400, body: { errors: { host: expect.any(String) } } })
    expect(updated.status).toBe(400)
    expect(validated.body).toMatchObject({ valid: false, errors: { host: expect.any(String) } })
  })

  test.each(['127.0.0.1', 'localhost', '127.1', '0', '[::ffff:127.0.0.1]', '2130706433'])(
    'of our own Postgres: %s',
    async (host) => {
      const { port } = app.storage.connection
      const { created, validated } = await attempts({ ...customer.details, host, port })
      expect(created).toMatchObject({ status: 400, body: { errors: { host: expect.any(String) } } })
      expect(validated.body).toMatchObject({ valid: false, errors: { host: expect.any(String) } })
    },
  )

  test('of the service itself; nor do actions call it or its Postgres, whatever is allowed', async () => {
    const remote = await httpRemote((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere'),
    )
    const call = (port: number | string) =>
      app.service.adapters.httpCaller.call(
        { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {} },
        { signal: AbortSignal.timeout(10_000) },
      )
    const { port = 0 } = app.storage.connection
    const ours = [new URL(app.url).port, new URL(app.service.metricsUrl ?? '').port, port]
    const value = ['127.0.0.1', ...ours.map((it) => `127.0.0.1:${it}`)]
    try {
      expect(await call(remote.port)).toMatchObject({ kind: 'refused' })
      await admin.put('/api/setting/http-action-allowed-hosts', { value })
      const answer = await until(
        () => call(remote.port),
        ({ kind }) => kind === 'answered',
      )
      expect(answer).toMatchObject({ status: 200, body: 'here' })
      for (const own of ours) expect(await call(own)).toMatchObject({ kind: 'refused' })
    } finally {
      await remote.stop()
    }
    const details = { ...customer.details, host: 'localhost', port: Number(ours[0]) }
    expect((await attempts(details)).created.body.errors).toEqual({
      host: expect.stringMatching(/belongs to the service itself/),
    })
  })

  test('also when the sample database is named', async () => {
    const { user, dbname } = app.storage.sample.details
    const sample = { user, dbname, password: 'x' }
    for (const host of ['169.254.169.254', '169.254.0.1']) {
      const { created } = await attempts({ ...customer.details, ...sample, host })
      expect(created.body.errors).toEqual({ host: expect.stringMatching(/not allowed/) })
    }
  })
})

test.each([
  ['name', { name: '' }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(255) }],
  ['name', { name: { $gt: '' } }],
  ['engine', { engine: ['postgres'] }],
  ['details', { details: 'host=x' }],
  ['details', { details: [] }],
  ['is_full_sync', { is_full_sync: 'yes' }],
  ['schedules', { schedules: 'daily' }],
  ['schedules.metadata_sync', { schedules: { metadata_sync: 'daily' } }],
  ['schedules.metadata_sync.schedule_type', { schedules: { metadata_sync: {} } }],
  [
    'schedules.metadata_sync.schedule_type',
    { schedules: { metadata_sync: { schedule_type: 'yearly' } } },
  ],
  [
    'schedules.cache_field_values.schedule_hour',
    { schedules: { cache_field_values: { schedule_type: 'daily', schedule_hour: 24 } } },
  ],
  [
    'schedules.cache_field_values.schedule_day',
    { schedules: { cache_field_values: { schedule_type: 'weekly', schedule_day: 'monday' } } },
  ],
])('a wrong %s is a 400 that names it', async (field, change) => {
  const whole = { name: 'x', engine: 'postgres', details: customer.details }
  for (const answer of [
    await admin.post('/api/database', { ...whole, ...change }),
    await admin.put(`/api/database/${id}`, change),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { error: true, code: 'validation' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  }
})

test('keys nobody knows are let be', async () => {
  const { status, body } = await admin.post('/api/database', {
    name: 'x',
    engine: 'postgres',
    details: customer.details,
    id: 1,
    is_sample: true,
    is_on_demand: true,
    auto_run_queries: true,
    creator_id: 99,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ is_sample: false, creator_id: 1 })
  expect(body.id).toBeGreaterThan(id)
})
