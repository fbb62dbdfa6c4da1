import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/service.ts'

const password = 'a long enough password'

let app: TestService
let token: string

beforeAll(async () => {
  app = await startTestService()
  token = await app.logIn()
}, 60_000)

afterAll(() => app?.stop())

const create = (email: string) =>
  app.call('POST', '/api/user', {
    token,
    body: { email, first_name: 'A', last_name: 'B', password },
  })

test('changes of one address that race leave it with one account, who can log in', async () => {
  const { body: user } = await create('one@example.com')
  const move = (email: string) =>
    app.call('PUT', `/api/user/${user.id}`, { token, body: { email } })
  for (let round = 0; round < 40; round += 1) {
    await move('one@example.com')
    await Promise.all([
      move('two@example.com'),
      sleep(round % 9).then(() => move('one@example.com')),
    ])
    const { body } = await app.call('GET', `/api/user/${user.id}`, { token })
    expect((await create(body.email)).status).toBe(409)
    expect(await app.logIn(body.email, password)).toBeTruthy()
  }
}, 60_000)

test('one’s own password is not changed by who knows only half of it', async () => {
  const { body: user } = await create('half@example.com')
  const theirs = await app.logIn('half@example.com', password)
  for (const guess of [{ password: 'wrong' }, {}]) {
    const { status } = await app.call('PUT', `/api/user/${user.id}/password`, {
      token: theirs,
      body: { ...guess, new_password: password },
    })
    expect(status).toBe(400)
  }
})
