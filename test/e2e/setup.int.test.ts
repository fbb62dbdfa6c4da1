import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from '@jest/globals'
import { normalEmail } from '../../shared/contract/user.ts'
import { everythingWritten } from '../support/everything-written.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'

const ada = {
  email: 'Ada@Example.com',
  password: 'a long enough password',
  first_name: 'Ada',
  last_name: 'Lovelace',
}
const properties = '/api/session/properties'

const setUp = (app: TestService, body: unknown) => app.call('POST', '/api/setup', { body })
const tokenOf = async (app: TestService): Promise<string> =>
  (await app.call('GET', properties)).body['setup-token']

const count = async ({ storage }: TestService, table: string): Promise<number> => {
  const { rows } = await storage.pool.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}

let app: TestService
afterEach(() => app?.stop(), 30_000)

describe('a service that nobody has set up', () => {
  test('is set up once, with the token it shows to anybody until then', async () => {
    app = await startTestService({ unset: true })
    const before = await app.call('GET', properties)
    expect(before).toMatchObject({ status: 200, body: { 'has-user-setup': false } })
    const token: string = before.body['setup-token']
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(app.service.setupToken).toBe(token)

    const wrong = await setUp(app, { token: token.replace(/^./, 'x'), user: ada })
    expectRefusal(wrong, 400, 'validation')
    expect(wrong.body.errors).toHaveProperty('token')
    const weak = await setUp(app, { token, user: { ...ada, password: 'password' } })
    expectRefusal(weak, 400, 'validation')
    expect(weak.body.errors).toHaveProperty(['user.password'])
    expectRefusal(await setUp(app, { token, user: { ...ada, email: 'ada' } }), 400)
    expectRefusal(await setUp(app, { token, user: { ...ada, last_name: ' ' } }), 400)
    expectRefusal(await setUp(app, { user: ada }), 400)
    expect(await count(app, 'rm.users')).toBe(0)

    const done = await setUp(app, { token, user: ada, prefs: { site_name: 'Engines' } })
    expect(done).toMatchObject({ status: 200, body: { id: expect.any(String) } })
    const session = { token: done.body.id }
    const me = await app.call('GET', '/api/user/current', session)
    expect(me).toMatchObject({
      status: 200,
      body: { email: ada.email, common_name: 'Ada Lovelace', is_superuser: true, is_active: true },
    })
    expect(me.body.group_ids).toEqual([1, 2])
    expect(me.body.last_login).not.toBeNull()

    expectRefusal(await app.call('GET', properties), 401, 'unauthenticated')
    const after = await app.call('GET', properties, session)
    expect(after.body).toMatchObject({
      'has-user-setup': true,
      settings: { 'site-name': 'Engines' },
    })
    expect(after.body).not.toHaveProperty('setup-token')
    expectRefusal(await setUp(app, { token, user: ada }), 403, 'forbidden')
    expectRefusal(await setUp(app, { token: 'any', user: ada }), 403, 'forbidden')

    const written = await everythingWritten(app)
    for (const secret of [token, ada.password, done.body.id, ada.email, normalEmail(ada.email)])
      expect(written).not.toContain(secret)
    expect(await count(app, 'side.setup_token where ciphertext is not null')).toBe(0)
  }, 30_000)

  test('gets one admin out of fifty set-ups at once, and nothing of the others', async () => {
    app = await startTestService({ unset: true })
    const token = await tokenOf(app)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        setUp(app, { token, user: { ...ada, email: `ada${n}@example.com` } }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 403, 'forbidden')

    const list = await app.call('GET', '/api/user?status=all', { token: won[0]?.body.id })
    expect(list.body).toHaveLength(1)
    expect(list.body).toMatchObject([{ is_superuser: true }])
    expect(await count(app, 'side.sessions')).toBe(1)
    expect(await count(app, 'side.credentials')).toBe(1)
    expect(await count(app, 'side.person_keys')).toBe(1)
    const { rows } = await app.storage.pool.query(
      `select type, count(*)::int as n from es.events
        where type in ('SetupCompleted', 'EmailReserved', 'UserRegistered', 'AdminGranted')
        group by type order by type`,
    )
    expect(rows.map(({ n }) => n)).toEqual([1, 1, 1, 1])
  }, 30_000)

  test('finishes at its next start what was cut short after the deciding event', async () => {
    app = await startTestService({ unset: true })
    const { adapters } = app.service
    const { ids, emailKeys, eventStore, passwords, personalData } = adapters
    const token = await tokenOf(app)
    const userId = await ids.next('user')
    await passwords.set(userId, ada.password)
    const { revision } = await lastOf(eventStore.readStream('instance'))
    await eventStore.append('instance', revision, [
      {
        id: randomUUID(),
        type: 'SetupCompleted',
        schemaVersion: 1,
        data: {
          userId,
          membershipId: await ids.next('membership'),
          adminMembershipId: await ids.next('membership'),
          emailKey: emailKeys.of(normalEmail(ada.email)),
          email: await personalData.seal(userId, ada.email),
          firstName: await personalData.seal(userId, ada.first_name),
          lastName: await personalData.seal(userId, ada.last_name),
        },
        metadata: {
          $correlationId: randomUUID(),
          $causationId: randomUUID(),
          actor: { kind: 'anonymous' },
        },
      },
    ])
    expectRefusal(await setUp(app, { token, user: ada }), 403, 'forbidden')

    await app.restart()
    const session = await app.logIn(ada.email, ada.password)
    const me = await app.call('GET', '/api/user/current', { token: session })
    expect(me.body).toMatchObject({ id: userId, is_superuser: true, common_name: 'Ada Lovelace' })
    expect(app.service.setupToken).toBeUndefined()
    expect(await count(app, 'side.setup_token where ciphertext is not null')).toBe(0)

    const aboutPeople = `es.events where stream !~ '^(database|table|access)-'`
    const before = await count(app, aboutPeople)
    await app.restart()
    expect(await count(app, aboutPeople)).toBe(before)
  }, 30_000)
})

const lastOf = async <T>(items: AsyncIterable<T>): Promise<T> => {
  let last: T | undefined
  for await (const item of items) last = item
  if (last === undefined) throw new Error('there is nothing')
  return last
}

test('ADMIN_EMAIL and ADMIN_PASSWORD make the first admin, at the first start alone', async () => {
  app = await startTestService()
  expect(app.service.setupToken).toBeUndefined()
  expectRefusal(await app.call('GET', properties), 401, 'unauthenticated')
  expectRefusal(await setUp(app, { token: 'any', user: ada }), 403, 'forbidden')
  const token = await app.logIn(adminEmail, adminPassword)
  const path = '/api/user/1'
  await app.call('PUT', path, { token, body: { first_name: 'Grace', last_name: 'Hopper' } })

  await app.restart()
  const list = await app.call('GET', '/api/user?status=all', { token })
  expect(list.body).toMatchObject([{ common_name: 'Grace Hopper', is_superuser: true }])
  expect(list.body).toHaveLength(1)
  expect(await everythingWritten(app)).not.toContain(adminPassword)
}, 30_000)
