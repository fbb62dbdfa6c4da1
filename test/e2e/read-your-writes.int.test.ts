import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { projectorGate } from '../support/projector-gate.ts'
import { startTestService, type TestService } from '../support/service.ts'

const gate = projectorGate()
const waitMs = 300

let app: TestService
let admin: string
let people = 0

beforeAll(async () => {
  app = await startTestService({
    hooks: { beforeBatch: gate.beforeBatch },
    environment: { PROJECTION_WAIT_MS: String(waitMs) },
  })
}, 60_000)

beforeEach(async () => {
  admin = await app.logIn()
})

afterEach(() => gate.release())

afterAll(async () => {
  gate.release()
  await app?.stop()
})

const password = 'a long enough password'

const createUser = async (extra: object = {}) => {
  const email = `person${people++}@example.com`
  const body = { email, first_name: 'Ada', last_name: 'Lovelace', password, ...extra }
  const { status, body: user } = await app.call('POST', '/api/user', { token: admin, body })
  expect(status).toBe(200)
  return { id: user.id as number, email }
}

const get = (path: string, token = admin, headers = {}) => app.call('GET', path, { token, headers })

const expectLag = (answer: Awaited<ReturnType<typeof get>>) => {
  expect(answer.status).toBe(503)
  expect(answer.body).toMatchObject({ error: true, code: 'projection-lag' })
  expect(answer.headers.get('retry-after')).toBe('1')
}

test('what was written is there to be read, however the projector dawdles', async () => {
  gate.slowDown(waitMs)
  try {
    for (let round = 0; round < 25; round++)
      await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const { id, email } = await createUser()
          const { status, body } = await get(`/api/user/${id}`)
          expect([status, body.email]).toEqual([200, email])
        }),
      )
  } finally {
    gate.slowDown(0)
  }
}, 120_000)

describe('while the projector is held', () => {
  test('a change is answered as it will be, and said to be pending', async () => {
    const { id } = await createUser()
    gate.hold()
    const changed = await app.call('PUT', `/api/user/${id}`, {
      token: admin,
      body: { first_name: 'Augusta', locale: 'de' },
    })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('x-projection')).toBe('pending')
    expect(changed.body).toMatchObject({
      first_name: 'Augusta',
      locale: 'de',
      last_name: 'Lovelace',
    })
    gate.release()
    const later = await get(`/api/user/${id}`)
    expect(later.body).toEqual(changed.body)
    expect(later.headers.get('x-projection')).toBeNull()
  })

  test('so is something new', async () => {
    gate.hold()
    const email = 'pending@example.com'
    const body = { email, first_name: 'Pen', last_name: 'Ding', password, group_ids: [2] }
    const created = await app.call('POST', '/api/user', { token: admin, body })
    expect(created.status).toBe(200)
    expect(created.headers.get('x-projection')).toBe('pending')
    expect(created.body).toMatchObject({ email, is_superuser: true })
    gate.release()
    expect((await get(`/api/user/${created.body.id}`)).body).toEqual(created.body)
  })

  test('several at once see each the same future', async () => {
    const { id } = await createUser()
    gate.hold()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((last_name) =>
        app.call('PUT', `/api/user/${id}`, { token: admin, body: { last_name } }),
      ),
    )
    for (const { status, headers } of answers) {
      expect([200, 409]).toContain(status)
      if (status === 200) expect(headers.get('x-projection')).toBe('pending')
    }
    gate.release()
    const { body } = await get(`/api/user/${id}`)
    expect(answers.map((answer) => answer.body.last_name)).toContain(body.last_name)
  })

  test('so is what a crowd does, larger than there are connections', async () => {
    const users = await Promise.all(
      Array.from({ length: 50 }, () => createUser({ password: null })),
    )
    gate.hold()
    const answers = await Promise.all(
      users.map(({ id }) =>
        app.call('PUT', `/api/user/${id}`, { token: admin, body: { last_name: `King ${id}` } }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.last_name])).toEqual(
      users.map(({ id }) => [200, `King ${id}`]),
    )
  }, 30_000)

  test('the next read of that session waits, and other sessions read on', async () => {
    const other = await app.logIn()
    const { id } = await createUser()
    gate.hold()
    await app.call('PUT', `/api/user/${id}`, { token: admin, body: { first_name: 'Augusta' } })
    expectLag(await get(`/api/user/${id}`))
    const before = await get(`/api/user/${id}`, other)
    expect([before.status, before.body.first_name]).toEqual([200, 'Ada'])
    const waiting = get(`/api/user/${id}`)
    setTimeout(gate.release, 50)
    const after = await waiting
    expect([after.status, after.body.first_name]).toEqual([200, 'Augusta'])
  })

  test('a deactivation is not acknowledged until it is in force; its sessions are dead at once', async () => {
    const { id, email } = await createUser()
    const theirs = await app.logIn(email, password)
    expect((await get('/api/user/current', theirs)).status).toBe(200)
    gate.hold()
    expectLag(await app.call('DELETE', `/api/user/${id}`, { token: admin }))
    expect((await get('/api/user/current', theirs)).status).toBe(401)
    const login = await app.call('POST', '/api/session', { body: { username: email, password } })
    expect(login.status).toBe(403)
    gate.release()
    const again = await app.call('DELETE', `/api/user/${id}`, { token: admin })
    expect([again.status, again.body]).toEqual([200, { success: true }])
    expect((await get(`/api/user/${id}`)).body.is_active).toBe(false)
  })

  test('neither is the loss of admin rights', async () => {
    const { id, email } = await createUser({ group_ids: [2] })
    const theirs = await app.logIn(email, password)
    const demote = () =>
      app.call('PUT', `/api/user/${id}`, { token: admin, body: { is_superuser: false } })
    gate.hold()
    expectLag(await demote())
    gate.release()
    const again = await demote()
    expect([again.status, again.body.is_superuser]).toEqual([200, false])
    expect((await get('/api/database', theirs)).status).toBe(403)
  })

  test.each([
    ['one’s own', true],
    ['somebody else’s', false],
  ])('a change of %s password holds at once, whatever readers know', async (_, own) => {
    const { id, email } = await createUser()
    const [theirs, elsewhere] = [await app.logIn(email, password), await app.logIn(email, password)]
    gate.hold()
    const changed = await app.call('PUT', `/api/user/${id}/password`, {
      token: own ? theirs : admin,
      body: { password, new_password: 'another long password' },
    })
    expect([changed.status, changed.body]).toEqual([200, { success: true }])
    expect((await get('/api/user/current', elsewhere)).status).toBe(401)
    gate.release()
    expect(await app.logIn(email, 'another long password')).toBeTruthy()
  })

  test('a logout holds at once', async () => {
    const theirs = await app.logIn()
    gate.hold()
    expect((await app.call('DELETE', '/api/session', { token: theirs })).status).toBe(204)
    expect((await get('/api/user/current', theirs)).status).toBe(401)
  })

  test('somebody new who logs in is told to wait, not that they are nobody', async () => {
    gate.hold()
    const { id, email } = await createUser()
    const theirs = await app.logIn(email, password)
    expectLag(await get('/api/user/current', theirs))
    gate.release()
    await get(`/api/user/${id}`)
    expect((await get('/api/user/current', theirs)).body).toMatchObject({ id, email })
  })
})

describe('a read may say how far it must see', () => {
  const from = (position: string, token = admin) =>
    get('/api/user/current', token, { 'X-At-Least-Position': position })

  test('with what a write answered', async () => {
    const other = await app.logIn()
    const { id } = await createUser()
    gate.hold()
    const { headers } = await app.call('PUT', `/api/user/${id}`, {
      token: admin,
      body: { first_name: 'Augusta' },
    })
    const position = headers.get('x-event-position') ?? ''
    expect((await from('1', other)).status).toBe(200)
    expectLag(await from(position, other))
    const waiting = from(position, other)
    setTimeout(gate.release, 50)
    expect((await waiting).status).toBe(200)
  })

  test('with nothing else', async () => {
    for (const garbage of ['x', '-1', '1.5', '0x10', '1e3', '9'.repeat(30), '18446744073709551616'])
      expect((await from(garbage)).status).toBe(400)
  })

  test('not beyond what there is', async () => {
    expectLag(await from('9'.repeat(18)))
  })
})

test('every write says where it stands', async () => {
  const { id } = await createUser()
  const same = { token: admin, body: { first_name: 'Ada' } }
  const first = await app.call('PUT', `/api/user/${id}`, same)
  const second = await app.call('PUT', `/api/user/${id}`, same)
  for (const { headers } of [first, second])
    expect(headers.get('x-event-position')).toMatch(/^\d+$/)
})
