import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let customer: Customer

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

test.each([
  ['UTC', 'UTC', '2026-07-01T12:00:00Z'],
  ['Europe/Berlin', 'Europe/Berlin', '2026-07-01T14:00:00+02:00'],
  ['America/St_Johns', 'America/St_Johns', '2026-07-01T09:30:00-02:30'],
  ['europe/berlin', 'Europe/Berlin', '2026-07-01T14:00:00+02:00'],
  // Zones only the database has a name for.
  ['<+05>-05', 'UTC', '2026-07-01T12:00:00Z'],
  ['Factory', 'UTC', '2026-07-01T12:00:00Z'],
])('a database in the zone %s tells times in %s', async (theirs, ours, noon) => {
  const { dbname } = customer.details
  await customer.run('reset role', `alter database ${dbname} set timezone = '${theirs}'`)
  const id = await admin.connect(customer)
  await admin.synced(id)
  const { status, data, error } = await admin.ask(id, `select timestamptz '2026-07-01 12:00:00+00'`)
  expect({ status, error }).toEqual({ status: 'completed' })
  expect(data).toMatchObject({ rows: [[noon]], results_timezone: ours })
})

test('a query may ask for a zone of its own', async () => {
  const { dbname } = customer.details
  await customer.run('reset role', `alter database ${dbname} set timezone = 'UTC'`)
  const id = await admin.connect(customer)
  await admin.synced(id)
  const sql = `select timestamptz '2026-07-01 23:00:00+00',
    date_trunc('day', timestamptz '2026-07-01 23:00:00+00')`
  const settings = { 'report-timezone': 'europe/berlin' }
  const { status, data } = await admin.ask(id, sql, { settings })
  expect(status).toBe('completed')
  expect(data).toMatchObject({
    rows: [['2026-07-02T01:00:00+02:00', '2026-07-02T00:00:00+02:00']],
    results_timezone: 'Europe/Berlin',
    requested_timezone: 'Europe/Berlin',
  })
  const usual = await admin.ask(id, sql)
  expect(usual.data).toMatchObject({ results_timezone: 'UTC' })
  expect(usual.data).not.toHaveProperty('requested_timezone')
})

test.each(['Middle-earth/Shire', '+02:00', '', `UTC'; --`])('%j is no zone', async (zone) => {
  const query = { database: 1, type: 'native', native: { query: 'select 1' } }
  const settings = { 'report-timezone': zone }
  const { status, body } = await admin.post('/api/dataset', { ...query, settings })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['settings.report-timezone']])
})
