import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asOwner } from '../support/as-owner.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { someEvent } from '../support/events.ts'
import { quiet } from '../support/quiet.ts'
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
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const gone = 4_711

/** What a crash leaves behind: a secret no database took, and values of a database that is gone. */
const leaveBehind = async () => {
  const { vault, fieldValues } = app.service.adapters
  const reference = await vault.put('database', 'left behind')
  await fieldValues.put(gone, gone, ['left behind'], false)
  await asOwner(
    app.storage,
    `update side.vault set created_at = now() - interval '2 hours'`,
    `update side.field_values set updated_at = now() - interval '2 hours'`,
  )
  return {
    reference,
    isThere: async () => ({
      secret: (await app.service.adapters.vault.open(reference)) !== undefined,
      values: (await app.service.adapters.fieldValues.get(gone)) !== undefined,
    }),
  }
}

test('what was left behind is cleared away at the next start, and nothing else', async () => {
  const { isThere } = await leaveBehind()
  const young = await app.service.adapters.vault.put('database', 'of a request under way')
  await app.restart()
  await until(isThere, ({ secret, values }) => !secret && !values)
  expect(await app.service.adapters.vault.open(young)).toBe('of a request under way')
  admin = await asAdmin(app)
  for (const database of [1, id])
    expect((await admin.ask(database, 'select 1 as one')).status).toBe('completed')
})

test('nothing is cleared away while a database may have another secret than is told', async () => {
  const { isThere } = await leaveBehind()
  const { eventStore } = app.service.adapters
  const poison = someEvent({ databaseId: 99 }, 'DatabaseConnectionChanged')
  await eventStore.append('database-99', 'no_stream', [poison])
  await until(
    async () => (await app.service.adapters.projectionStore.failures()).length,
    (failures) => failures === 1,
  )
  await app.restart()
  await quiet(app)
  expect(await isThere()).toEqual({ secret: true, values: true })
}, 30_000)
