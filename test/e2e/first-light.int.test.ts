import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService

beforeAll(async () => {
  app = await startTestService()
}, 60_000)

afterAll(() => app?.stop())

test('an admin logs in, sees the sample database and counts its orders', async () => {
  const token = await app.logIn()
  const databases = await app.call('GET', '/api/database', { token })
  expect(databases.body.data).toMatchObject([{ name: 'Sample Database', is_sample: true }])
  const { body } = await app.call('POST', '/api/dataset', {
    token,
    body: {
      database: databases.body.data[0].id,
      type: 'native',
      native: { query: 'select count(*) from orders' },
    },
  })
  expect(body).toMatchObject({ status: 'completed', data: { rows: [[21000]] } })
})
