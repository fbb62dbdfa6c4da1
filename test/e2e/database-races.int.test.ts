import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { secretMask } from '../../shared/contract/engine-details.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** A way to a server on which the next connection can be kept waiting. */
const holdingProxy = async (host: string, port: number) => {
  const held: (() => void)[] = []
  let holding = false
  const proxy = createServer((client) => {
    const pass = () => {
      const server = connect(port, host)
      const end = () => {
        client.destroy()
        server.destroy()
      }
      client.on('error', end).on('close', end)
      server.on('error', end).on('close', end)
      client.pipe(server).pipe(client)
    }
    if (!holding) return pass()
    holding = false
    held.push(pass)
  })
  proxy.unref()
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    /** Starts `request`, does `meanwhile` while its connection test waits, answers what became of it. */
    async during<T>(request: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
      holding = true
      const answer = request()
      await until(
        async () => held.length,
        (waiting) => waiting === 1,
      )
      await meanwhile()
      held.pop()?.()
      return answer
    },
    close: () => proxy.close(),
  }
}

let app: TestService
let admin: Caller
let customer: Customer
let proxy: Awaited<ReturnType<typeof holdingProxy>>
let details: Customer['details']
let id: number

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
  proxy = await holdingProxy(customer.details.host, customer.details.port)
  details = { ...customer.details, host: '127.0.0.1', port: proxy.port }
}, 60_000)
beforeEach(async () => {
  id = await admin.connect({ ...customer, details })
  await admin.synced(id)
  await quiet(app)
}, 30_000)
afterEach(async () => {
  await admin.delete(`/api/database/${id}`)
})
afterAll(async () => {
  await app?.stop()
  proxy?.close()
  await customer?.close()
}, 30_000)

const put = (body: object): Promise<Answer> => admin.put(`/api/database/${id}`, body)
const withMask = () => put({ details: { ...details, password: secretMask } })
const withPassword = () => put({ details })

/** Secrets beside the sample's own. */
const secrets = async () => {
  const { rows } = await app.storage.pool.query<{ reference: string }>(
    `select reference from side.vault where kind = 'database'
        and reference not in (select secret_ref from rm.databases where is_sample)`,
  )
  return rows.length
}

test('a change that keeps the password is refused when another replaced it meanwhile', async () => {
  const answer = await proxy.during(withMask, async () =>
    expect(await withPassword()).toMatchObject({ status: 200 }),
  )
  expectRefusal(answer, 409, 'conflict')
  await admin.synced(id)
  expect((await admin.get(`/api/database/${id}/healthcheck`)).body).toEqual({ status: 'ok' })
  expect((await withMask()).status).toBe(200)
  expect(await secrets()).toBe(1)
})

test('of two new passwords at once one is stored, and nothing of the other', async () => {
  const answer = await proxy.during(withPassword, async () =>
    expect(await withPassword()).toMatchObject({ status: 200 }),
  )
  expectRefusal(answer, 409, 'conflict')
  expect(await secrets()).toBe(1)
  expect((await withPassword()).status).toBe(200)
  expect(await secrets()).toBe(1)
})

test('a new password for a database that is deleted meanwhile is not kept', async () => {
  const answer = await proxy.during(withPassword, () => admin.delete(`/api/database/${id}`))
  expectRefusal(answer, 404, 'not-found')
  expect(await secrets()).toBe(0)
})

test('a change leaves alone what it does not name, also when that changes meanwhile', async () => {
  const schedule = { schedule_type: 'daily', schedule_hour: 5 }
  const answer = await proxy.during(
    () => put({ details, name: 'Renamed' }),
    async () => {
      await put({ is_full_sync: false })
      await put({ schedules: { cache_field_values: schedule } })
    },
  )
  expect(answer).toMatchObject({
    status: 200,
    body: { name: 'Renamed', is_full_sync: false, schedules: { cache_field_values: schedule } },
  })
})
