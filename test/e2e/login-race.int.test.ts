import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createExecutor } from '../../command-service/execute.ts'
import { sessionRoutes } from '../../command-service/session/routes.ts'
import { logIn } from '../../shared/contract/session.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'

let app: TestService

beforeAll(async () => {
  app = await startTestService()
}, 60_000)

afterAll(() => app?.stop())

/** Logs in over the service's own adapters; `meanwhile` happens once the password was found right. */
const logInWhile = (meanwhile: () => Promise<unknown>) => {
  const { adapters } = app.service
  const routes = sessionRoutes({
    ...adapters,
    passwords: {
      ...adapters.passwords,
      match: async (userId, password) => {
        const matches = await adapters.passwords.match(userId, password)
        await meanwhile()
        return matches
      },
    },
  })
  const route = routes.find(({ endpoint }) => endpoint === logIn)
  const body = { username: adminEmail, password: adminPassword }
  return route?.handle({ params: undefined, query: undefined, body } as never, {
    actor: undefined,
    executor: createExecutor(adapters.eventStore, {
      actor: { kind: 'anonymous' },
      commandId: randomUUID(),
    }),
    commandId: randomUUID(),
    ids: adapters.ids,
    address: '127.0.0.1',
  })
}

test('a login whose password is changed after it was checked leaves no session', async () => {
  const token = await app.logIn()
  const changed = { password: adminPassword, new_password: 'another password for tests' }
  const late = logInWhile(() => app.call('PUT', '/api/user/1/password', { token, body: changed }))
  await expect(late).rejects.toMatchObject({ kind: 'unauthenticated' })
  const { rows } = await app.storage.pool.query(
    'select count(*)::int as sessions from side.sessions',
  )
  expect(rows).toEqual([{ sessions: 1 }])
  expect((await app.call('GET', '/api/user/current', { token })).status).toBe(200)
})
