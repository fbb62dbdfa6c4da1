import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { sleepSql } from '../support/customer-schema.ts'
import { openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService({ environment: { QUERY_TIMEOUT: '1' } })
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

describe.each(['postgres', 'mysql'] as const)('on %s', (engine) => {
  test('a statement that takes too long is ended and says so', async () => {
    const customer = await openCustomer(engine)
    const id = await admin.connect(customer)
    await admin.synced(id)
    const startedAt = performance.now()
    const answer = await admin.ask(id, sleepSql[engine](30))
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(answer).toMatchObject({
      status: 'failed',
      error_type: 'timed-out',
      error: 'The query took too long.',
      running_time: expect.any(Number),
    })
    expect(answer.running_time).toBeGreaterThanOrEqual(1_000)
    expect(await customer.running()).toBe(0)
    const query = { database: id, type: 'native', native: { query: sleepSql[engine](30) } }
    for (const format of ['csv', 'xlsx', 'json']) {
      const file = await admin.post(`/api/dataset/${format}`, { query })
      expect(file).toMatchObject({
        status: 200,
        body: { status: 'failed', error_type: 'timed-out' },
      })
    }
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
    await customer.close()
  }, 30_000)
})
