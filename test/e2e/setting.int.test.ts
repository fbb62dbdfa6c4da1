import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller, callerOf } from '../support/caller.ts'
import { secondsFromNow, signed } from '../support/embedding-token.ts'
import { everythingWritten } from '../support/everything-written.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { callAt, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let person: Caller

beforeAll(async () => {
  const environment = { EMBEDDING_SECRET_KEY: undefined, SITE_LOCALE: 'de' }
  app = await startTestService({ environment })
  admin = await asAdmin(app)
  person = await asNewUser(app, admin)
  await quiet(app)
}, 60_000)

afterAll(() => app?.stop(), 30_000)

const at = (key: string) => `/api/setting/${key}`
const put = (key: string, value: unknown) => admin.put(at(key), { value })
const read = async (key: string) => (await admin.get(at(key))).body
const listed = async (key: string) =>
  (await admin.get('/api/setting')).body.find((one: { key: string }) => one.key === key)
const head = () => app.service.adapters.eventStore.head()

const keyOf = (letter: string) => `${letter}41fd07b6e2a9385d0b7f1e64a82c95be3076d18fa5b92c4`

describe('what admins say of the site', () => {
  test('is listed, told and taken back one by one', async () => {
    expect(await listed('site-name')).toEqual({
      key: 'site-name',
      value: null,
      default: 'Analytics Service',
      description: 'What this site is called.',
      is_env_setting: false,
      env_name: 'SITE_NAME',
    })
    expect(await put('site-name', 'Engines')).toMatchObject({ status: 204, body: '' })
    expect(await listed('site-name')).toMatchObject({ value: 'Engines' })
    expect(await read('site-name')).toBe('Engines')
    await put('site-name', null)
    expect(await read('site-name')).toBe('Analytics Service')

    expect(await admin.get(at('site-url'))).toMatchObject({ status: 204, body: '' })
    await put('site-url', 'https://bi.example.com/ ')
    expect(await read('site-url')).toBe('https://bi.example.com')

    const keys = (await admin.get('/api/setting')).body.map(({ key }: { key: string }) => key)
    expect(keys).toEqual([...keys].sort())
    expectRefusal(await admin.get(at('nothing')), 404, 'not-found')
    expectRefusal(await put('nothing', 1), 404, 'not-found')
    expectRefusal(await admin.get(`${at('nothing')}/history`), 404, 'not-found')
  })

  test('changes all at once or not at all', async () => {
    const before = await head()
    const bad = await admin.put('/api/setting', {
      'site-name': 'Half',
      'site-url': 'not an address',
      'query-timeout': 0,
      nothing: 1,
    })
    expectRefusal(bad, 400, 'validation')
    expect(bad.body.errors).toEqual({
      'site-url': 'must be an address such as https://example.com',
      'query-timeout': 'must be a whole number from 1 to 3600',
      nothing: 'is no setting',
    })
    expectRefusal(await admin.put('/api/setting', [1]), 400)
    expectRefusal(await admin.put('/api/setting', { ['x'.repeat(9_000)]: 1 }), 400)
    expectRefusal(await admin.put(at('site-name'), {}), 400)
    expect(await head()).toBe(before)
    expect(await read('site-name')).toBe('Analytics Service')

    const good = { 'site-name': 'Whole', 'email-reply-to': ['ada@example.com'] }
    expect(await admin.put('/api/setting', good)).toMatchObject({ status: 204 })
    expect([await read('site-name'), await read('email-reply-to')]).toEqual([
      'Whole',
      ['ada@example.com'],
    ])
    const after = await head()
    expect(await admin.put('/api/setting', good)).toMatchObject({ status: 204 })
    expect(await head()).toBe(after)
  })

  test('is the environment’s where that says it', async () => {
    expect(await listed('site-locale')).toMatchObject({
      value: 'de',
      is_env_setting: true,
      env_name: 'SITE_LOCALE',
    })
    const refused = await put('site-locale', 'fr')
    expectRefusal(refused, 400, 'validation')
    expect(refused.body.errors).toEqual({
      value: 'is set by the environment variable SITE_LOCALE, and only there',
    })
    expectRefusal(await put('site-locale', null), 400)
    expectRefusal(await admin.put('/api/setting', { 'site-name': 'x', 'site-locale': 'fr' }), 400)
    expect(await read('site-name')).toBe('Whole')
  })

  test('is told to people as far as it concerns them', async () => {
    const settingsOf = async (who: Caller) =>
      (await who.get('/api/session/properties')).body.settings
    await put('admin-email', 'help@example.com')
    expect(await settingsOf(person)).toMatchObject({
      'site-name': 'Whole',
      'site-locale': 'de',
      'start-of-week': 'sunday',
      'admin-email': 'help@example.com',
    })
    const hidden = ['email-smtp-host', 'http-action-allowed-hosts', 'rate-limit-query']
    for (const key of hidden) expect(await settingsOf(person)).not.toHaveProperty([key])
    expect(await settingsOf(admin)).toMatchObject({ 'rate-limit-query': '100000/60' })
    expect(await settingsOf(admin)).not.toHaveProperty(['email-smtp-password'])
  })

  test('is remembered: who said what, when', async () => {
    const { body, headers } = await admin.get(`${at('site-name')}/history?limit=2`)
    const by = { id: 1, common_name: 'Admin Admin' }
    expect(body).toEqual([
      { at: expect.any(String), by, from: null, to: 'Whole' },
      { at: expect.any(String), by, from: 'Engines', to: null },
    ])
    expect(headers.get('x-total-count')).toBe('3')
  })
})

test('a secret is shown to nobody, and stands in no event and no line of the log', async () => {
  const secrets = ['xyzzy-plugh-37', 'https://hooks.example.com/T0/B0/opensesame']
  await put('email-smtp-password', secrets[0])
  expect(await listed('email-smtp-password')).toMatchObject({ value: '**********37' })
  await put('slack-webhook-url', secrets[1])
  expect(await read('slack-webhook-url')).toBe('**********me')
  const noAddress = await put('slack-webhook-url', 'opensesame')
  expectRefusal(noAddress, 400, 'validation')

  const before = await head()
  expect(await put('email-smtp-password', '**********37')).toMatchObject({ status: 204 })
  expect(await put('email-smtp-password', secrets[0])).toMatchObject({ status: 204 })
  expectRefusal(await put('email-smtp-password', '**********xx'), 400, 'validation')
  expect(await head()).toBe(before)
  expect(await app.service.adapters.settings.get('email-smtp-password')).toBe(secrets[0])

  const { body } = await admin.get(`${at('email-smtp-password')}/history`)
  expect(body).toMatchObject([{ from: null, to: '**********' }])
  const shown = [await admin.get('/api/setting'), await admin.get('/api/session/properties'), body]
  const told = (await everythingWritten(app)) + JSON.stringify(shown)
  for (const secret of ['xyzzy', 'opensesame']) expect(told).not.toContain(secret)
  expect(await everythingWritten(app)).not.toContain('help@example.com')
  await put('email-smtp-password', null)
  expect((await admin.get(at('email-smtp-password'))).status).toBe(204)
})

describe('what is asked of databases', () => {
  let orders: { id: number; db_id: number; created: number }

  beforeAll(async () => {
    const tables = (await admin.get('/api/table')).body
    const { id, db_id } = tables.find(({ name }: { name: string }) => name === 'orders')
    const { fields } = (await admin.get(`/api/table/${id}/query_metadata`)).body
    const created = fields.find(({ name }: { name: string }) => name === 'created_at').id
    orders = { id, db_id, created }
  })

  const ask = async (query: object, who = admin) =>
    (
      await who.post('/api/dataset', {
        database: orders.db_id,
        type: 'query',
        query: { 'source-table': orders.id, ...query },
      })
    ).body

  const by = (unit: string) => ({
    breakout: [['field', orders.created, { 'temporal-unit': unit }]],
    aggregation: [['count']],
  })

  test('has as many rows as the settings of that moment let it have', async () => {
    expect((await ask({})).data).toMatchObject({ rows_truncated: 2_000 })
    await admin.put('/api/setting', {
      'unaggregated-query-row-limit': 7,
      'aggregated-query-row-limit': 3,
    })
    expect((await ask({})).data).toMatchObject({ rows_truncated: 7, rows: { length: 7 } })
    expect((await ask(by('day'))).data).toMatchObject({ rows_truncated: 3, rows: { length: 3 } })
    const native = await admin.ask(orders.db_id, 'select generate_series(1, 100)')
    expect(native.data.rows).toHaveLength(7)
    await put('unaggregated-query-row-limit', null)
    await put('aggregated-query-row-limit', null)
    expect((await ask({})).data).toMatchObject({ rows_truncated: 2_000 })
  })

  test('is grouped by the days and weeks of the site', async () => {
    const firstDay = async () => {
      const { rows } = (await ask({ ...by('week'), limit: 1 })).data
      return new Date(rows[0][0].slice(0, 10)).getUTCDay()
    }
    expect(await firstDay()).toBe(0)
    await put('start-of-week', 'monday')
    expect(await firstDay()).toBe(1)

    const hours = async () => (await ask(by('hour-of-day'))).data
    const before = await hours()
    expect(before.results_timezone).toBe('UTC')
    await put('report-timezone', 'europe/berlin')
    const after = await hours()
    expect(after).toMatchObject({ results_timezone: 'Europe/Berlin' })
    expect(after.rows).not.toEqual(before.rows)
    const total = (rows: number[][]) => rows.reduce((sum, [, count = 0]) => sum + count, 0)
    expect(total(after.rows)).toBe(total(before.rows))
    await put('report-timezone', null)
    expect((await hours()).rows).toEqual(before.rows)
  })

  test('may take as long as the settings let it', async () => {
    await put('query-timeout', 1)
    expect(await admin.ask(orders.db_id, 'select pg_sleep(20)')).toMatchObject({
      status: 'failed',
      error_type: 'timed-out',
    })
    await put('query-timeout', null)
  }, 20_000)

  test('follows the settings on every process', async () => {
    const twin = await app.startTwin()
    const elsewhere = callerOf({ ...app, call: callAt(twin.url) }, admin.token)
    const rows = async () =>
      (await elsewhere.ask(orders.db_id, 'select generate_series(1, 9)')).data.rows.length
    expect(await rows()).toBe(9)
    await put('unaggregated-query-row-limit', 4)
    await until(rows, (count) => count === 4)
    await put('unaggregated-query-row-limit', null)
  }, 20_000)
})

describe('the key that signs what is embedded', () => {
  let card: number
  beforeAll(async () => {
    const body = {
      name: 'Embedded',
      display: 'table',
      visualization_settings: {},
      dataset_query: { database: 1, type: 'native', native: { query: 'select 1' } },
    }
    card = (await admin.post('/api/card', body)).body.id
  })

  const opens = async (key: string) => {
    const payload = { resource: { question: card }, params: {}, exp: secondsFromNow(600) }
    const { status } = await app.call('GET', `/api/embed/card/${signed(payload, { key })}`)
    return status
  }
  const rotate = (value: string) =>
    admin.post('/api/setting/embedding-secret-key/rotate', { value })

  test('is followed by another, and opens for as long as the settings say', async () => {
    expect(await opens(keyOf('a'))).toBe(403)
    expectRefusal(await admin.put(`/api/card/${card}`, { enable_embedding: true }), 400)
    await put('embedding-secret-key', keyOf('a'))
    await admin.put(`/api/card/${card}`, { enable_embedding: true })
    expect([await opens(keyOf('a')), await opens(keyOf('b'))]).toEqual([200, 401])

    expect(await rotate(keyOf('b'))).toMatchObject({ status: 204, body: '' })
    expect([await opens(keyOf('a')), await opens(keyOf('b'))]).toEqual([200, 200])
    await put('embedding-key-overlap', 1)
    await rotate(keyOf('c'))
    expect([await opens(keyOf('a')), await opens(keyOf('c'))]).toEqual([401, 200])
    await until(
      () => opens(keyOf('b')),
      (status) => status === 401,
    )

    await put('embedding-key-overlap', 3_600)
    await rotate(keyOf('d'))
    expect(await opens(keyOf('c'))).toBe(200)
    await put('embedding-secret-key-previous', null)
    expect([await opens(keyOf('c')), await opens(keyOf('d'))]).toEqual([401, 200])
    await put('embedding-secret-key', keyOf('e'))
    expect([await opens(keyOf('d')), await opens(keyOf('e'))]).toEqual([401, 200])

    for (const value of ['short', 'x'.repeat(64), '**********92'])
      expectRefusal(await rotate(value), 400, 'validation')
    await put('enable-embedding', false)
    expect(await opens(keyOf('e'))).toBe(403)
    const written = await everythingWritten(app)
    for (const letter of 'abcde') expect(written).not.toContain(keyOf(letter))
  }, 20_000)
})
