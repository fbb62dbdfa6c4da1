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
