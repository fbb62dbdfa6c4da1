import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { createPerson, enter, type Person, somePassword } from '../support/people.ts'
import { expectRefusal } from '../support/refusals.ts'
import { adminPassword, startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let person: Person
let theirs: Caller
const secrets: string[] = []

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  person = await createPerson(admin)
  theirs = await enter(app, person)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const make = async (caller: Caller, body: object = {}) => {
  const answer = await caller.post('/api/api-key', { name: 'A script', ...body })
  if (answer.status === 200) secrets.push(answer.body.unmasked_key)
  return answer
}
const keyOf = async (caller: Caller, body: object = {}) => {
  const { body: made } = await make(caller, body)
  return { id: made.id as number, key: made.unmasked_key as string }
}
const withKey = (key: string, method: string, path: string, body?: unknown) =>
  app.call(method, path, { body, headers: { 'X-API-Key': key } })
const current = (key: string) => withKey(key, 'GET', '/api/user/current')

describe('a key', () => {
  test('is shown once, and opens what its user may see until it is revoked', async () => {
    const { status, body } = await make(theirs)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'A script',
        scope: 'read',
        user_id: person.id,
        masked_key: `${body.unmasked_key.slice(0, 9)}…`,
        unmasked_key: expect.stringMatching(/^as_[\w-]{43}$/),
        last_used_at: null,
      },
    })
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)
    expect(await current(body.unmasked_key)).toMatchObject({ status: 200, body: { id: person.id } })
    const listed = await theirs.get('/api/api-key')
    expect(listed.body).toMatchObject([{ id: body.id, last_used_at: expect.any(String) }])
    expect(JSON.stringify(listed.body)).not.toContain(body.unmasked_key.slice(0, 12))
    expect(await theirs.delete(`/api/api-key/${body.id}`)).toMatchObject({ status: 204 })
    expectRefusal(await current(body.unmasked_key), 401, 'unauthenticated')
    expect((await theirs.get('/api/api-key')).body).toEqual([])
    const gone = `/api/api-key/${body.id}`
    expectRefusal(await theirs.get(gone), 404, 'not-found')
    expectRefusal(await theirs.put(gone, { name: 'Other' }), 404, 'not-found')
    expectRefusal(await theirs.put(`${gone}/regenerate`), 404, 'not-found')
    expectRefusal(await theirs.delete(gone), 404, 'not-found')
  })

  test('comes in its header or as a bearer token, and never beside a session', async () => {
    const { key } = await keyOf(theirs)
    const sent = (headers: Record<string, string>, token?: string) =>
      app.call('GET', '/api/user/current', { headers, token })
    expect(await sent({ 'x-api-key': key })).toMatchObject({ status: 200 })
    expect(await sent({ Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 })
    for (const headers of [
      { 'X-API-Key': theirs.token },
      { 'X-API-Key': key.slice(0, -1) },
      { 'X-API-Key': `${key}, ${key}` },
      { 'X-API-Key': '' },
      { Authorization: `Basic ${key}` },
      { Authorization: `Bearer ${theirs.token}` },
      { 'X-Service-Session': key },
      { 'X-API-Key': key, 'X-Service-Session': theirs.token },
    ])
      expectRefusal(await sent(headers), 401, 'unauthenticated')
  })

  test('that is made anew takes the place of the one before, and keeps its name', async () => {
    const { id, key } = await keyOf(theirs, { scope: 'write' })
    const renamed = await theirs.put(`/api/api-key/${id}`, { name: 'Nightly' })
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'Nightly' } })
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const anew = await theirs.put(`/api/api-key/${id}/regenerate`, { expires_at: inAnHour })
    secrets.push(anew.body.unmasked_key)
    expect(anew.body).toMatchObject({ id, name: 'Nightly', scope: 'write', expires_at: inAnHour })
    expectRefusal(await current(key), 401)
    expect(await current(anew.body.unmasked_key)).toMatchObject({ status: 200 })
    await app.storage.pool.query(
      'update side.sessions set expires_at = now() where api_key_id = $1',
      [id],
    )
    expectRefusal(await current(anew.body.unmasked_key), 401, 'unauthenticated')
  })

  test('is made once with an Idempotency-Key, and its answer is not kept', async () => {
    const ask = () =>
      app.call('POST', '/api/api-key', {
        token: theirs.token,
        body: { name: 'Only one' },
        headers: { 'Idempotency-Key': 'one-key' },
      })
    const { status, body } = await ask()
    secrets.push(body.unmasked_key)
    expect(status).toBe(200)
    expectRefusal(await ask(), 409, 'conflict')
    const { body: keys } = await theirs.get('/api/api-key')
    expect(keys.filter(({ name }: { name: string }) => name === 'Only one')).toHaveLength(1)
  })

  test.each([
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: '2090-01-01T00:00:00Z' },
    { expires_at: 'tomorrow' },
    { scope: 'all' },
    { scope: 'admin' },
    { name: ' ' },
  ])('is not made with %j', async (body) => {
    expectRefusal(await make(theirs, body), 400, 'validation')
  })
})

describe('the scope', () => {
  const newCollection = (key: string) =>
    withKey(key, 'POST', '/api/collection', { name: `A collection ${key.slice(-6)}` })

  test('`read` changes nothing, `write` nothing that needs an admin, `admin` all', async () => {
    const keys = {
      read: (await keyOf(admin, { scope: 'read' })).key,
      write: (await keyOf(admin, { scope: 'write' })).key,
      admin: (await keyOf(admin, { scope: 'admin' })).key,
    }
    for (const key of Object.values(keys))
      expect(await withKey(key, 'GET', '/api/database')).toMatchObject({ status: 200 })
    expectRefusal(await newCollection(keys.read), 403, 'forbidden')
    for (const key of [keys.write, keys.admin])
      expect(await newCollection(key)).toMatchObject({ status: 200 })
    const promote = (key: string) =>
      withKey(key, 'PUT', `/api/user/${person.id}`, { is_superuser: false, locale: 'de' })
    expectRefusal(await promote(keys.read), 403, 'forbidden')
    expectRefusal(await promote(keys.write), 403, 'forbidden')
    expect(await promote(keys.admin)).toMatchObject({ status: 200 })
    // Nor may it give itself what it has not.
    expectRefusal(await withKey(keys.write, 'PUT', '/api/user/1', { is_superuser: true }), 403)
  })

  test('gives nothing the user does not have, and ends with what they lose', async () => {
    const second = await createPerson(admin, { group_ids: [1, 2] })
    const { key } = await keyOf(await enter(app, second), { scope: 'admin' })
    expect(await withKey(key, 'GET', '/api/permissions/group')).toMatchObject({ status: 200 })
    await admin.put(`/api/user/${second.id}`, { is_superuser: false })
    expectRefusal(await withKey(key, 'GET', '/api/permissions/group'), 403, 'forbidden')
    expect(await current(key)).toMatchObject({ status: 200 })
  })

  test('makes no key, sets no password, takes over no account', async () => {
    const { id, key } = await keyOf(admin, { scope: 'admin' })
    const own = await keyOf(theirs, { scope: 'write' })
    for (const [method, path, body] of [
      ['POST', '/api/api-key', { name: 'Another' }],
      ['PUT', `/api/api-key/${id}/regenerate`, undefined],
      ['PUT', '/api/user/1/password', { password: adminPassword, new_password: somePassword }],
      ['PUT', `/api/user/${person.id}/password`, { new_password: somePassword }],
      ['DELETE', '/api/session', undefined],
    ] as const)
      expectRefusal(await withKey(key, method, path, body), 403, 'forbidden')
    const change = { email: 'somebody-else@example.com' }
    expectRefusal(await withKey(own.key, 'PUT', `/api/user/${person.id}`, change), 403)
    const same = { email: person.email, first_name: 'Other' }
    expect(await withKey(own.key, 'PUT', `/api/user/${person.id}`, same)).toMatchObject({
      status: 200,
    })
  })
})

describe('keys of others', () => {
  test('are an admin’s to make and to revoke, and nobody else’s to see', async () => {
    const { id, key } = await keyOf(admin, { user_id: person.id })
    expect(await current(key)).toMatchObject({ body: { id: person.id } })
    const stranger = await enter(app, await createPerson(admin))
    expectRefusal(await make(stranger, { user_id: person.id }), 403, 'forbidden')
    expectRefusal(await stranger.get(`/api/api-key/${id}`), 403, 'forbidden')
    expectRefusal(await stranger.get(`/api/api-key?user_id=${person.id}`), 403, 'forbidden')
    expectRefusal(await stranger.delete(`/api/api-key/${id}`), 403, 'forbidden')
    expect((await stranger.get('/api/api-key')).body).toEqual([])
    expect((await admin.get(`/api/api-key?user_id=${person.id}`)).body).toContainEqual(
      expect.objectContaining({ id, user: expect.objectContaining({ email: person.email }) }),
    )
    expect(await admin.delete(`/api/api-key/${id}`)).toMatchObject({ status: 204 })
    expectRefusal(await current(key), 401)
    expectRefusal(await make(admin, { user_id: 99_999 }), 400, 'validation')
  })

  test('end with the account: deactivated for good, whoever comes back', async () => {
    const leaving = await createPerson(admin)
    const { key } = await keyOf(admin, { user_id: leaving.id })
    await admin.delete(`/api/user/${leaving.id}`)
    expectRefusal(await current(key), 401)
    await admin.put(`/api/user/${leaving.id}/reactivate`)
    expectRefusal(await current(key), 401)
    expect((await admin.get(`/api/api-key?user_id=${leaving.id}`)).body).toEqual([])
  })
})

describe('sessions', () => {
  const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
  const enterFrom = async ({ email }: Person, headers: Record<string, string>) => {
    const body = { username: email, password: somePassword }
    const answer = await app.call('POST', '/api/session', { body, headers })
    secrets.push(answer.body.id)
    return callerOf(app, answer.body.id)
  }
  const isIn = async (caller: Caller) => (await caller.get('/api/user/current')).status === 200
  type Listed = { id: number; device: string; is_current: boolean }
  const listed = async (caller: Caller, id: number): Promise<readonly Listed[]> =>
    (await caller.get(`/api/user/${id}/session`)).body

  test('are listed, ended one by one or all others, by their user or by an admin', async () => {
    const somebody = await createPerson(admin)
    const path = `/api/user/${somebody.id}/session`
    const here = await enterFrom(somebody, firefox)
    const there = await enterFrom(somebody, { 'User-Agent': 'curl/8.5.0' })
    const third = await enterFrom(somebody, { 'User-Agent': 'curl/8.5.0' })
    const { key } = await keyOf(admin, { user_id: somebody.id })
    const sessions = await listed(here, somebody.id)
    expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['curl', false],
      ['curl', false],
      ['Firefox on Linux', true],
    ])
    expect(sessions[2]).toEqual({
      id: expect.any(Number),
      method: 'password',
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      expires_at: expect.any(String),
      device: 'Firefox on Linux',
      network: '127.0.0.0/24',
      is_current: true,
    })

    expect(await here.delete(`${path}/${sessions[0]?.id}`)).toMatchObject({ status: 204 })
    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, true, false])
    expectRefusal(await here.delete(`${path}/${sessions[0]?.id}`), 404, 'not-found')
    const [mine] = await listed(theirs, person.id)
    expectRefusal(await here.delete(`${path}/${mine?.id}`), 404, 'not-found')
    expectRefusal(await here.get(`/api/user/${person.id}/session`), 403, 'forbidden')
    expectRefusal(await here.delete(`/api/user/${person.id}/session`), 403, 'forbidden')

    expect(await here.delete(path)).toMatchObject({ status: 204 })
    expect([await isIn(here), await isIn(there), await isIn(theirs)]).toEqual([true, false, true])
    expect(await admin.delete(path)).toMatchObject({ status: 204 })
    expect(await isIn(here)).toBe(false)
    expect(await current(key)).toMatchObject({ status: 200 })
    expectRefusal(await admin.get('/api/user/99999/session'), 404, 'not-found')
    expectRefusal(await admin.delete('/api/user/99999/session'), 404, 'not-found')

    const { rows } = await app.storage.pool.query(
      `select data from es.events where type = 'UserSessionsEnded' and stream = $1 order by position`,
      [`access-${somebody.id}`],
    )
    const [first, second, last] = sessions.map(({ id }) => id)
    expect(rows.map(({ data }) => data.sessionIds)).toEqual([[first], [second], [last]])
  })

  test('end with the password, but for the one it was changed in; keys stay', async () => {
    const somebody = await createPerson(admin)
    const here = await enterFrom(somebody, firefox)
    const there = await enterFrom(somebody, firefox)
    const { key } = await keyOf(here)
    const password = { password: somePassword, new_password: `${somePassword} now` }
    await here.put(`/api/user/${somebody.id}/password`, password)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await listed(here, somebody.id)).toHaveLength(1)
    expect(await current(key)).toMatchObject({ status: 200 })
  })
})

test('what was done by key says so; no key and no token is in an event, a table or the log', async () => {
  const { rows } = await app.storage.pool.query(
    `select data->>'name' as name, metadata->'actor' as actor
       from es.events where type = 'CollectionCreated' and metadata->'actor' ? 'apiKey'`,
  )
  expect(rows).not.toEqual([])
  const { id } = (await admin.get('/api/user/current')).body
  expect(rows[0].actor).toEqual({ kind: 'user', id, apiKey: expect.any(Number) })
  const kept = await Promise.all(
    ['es.events', 'side.sessions', 'side.idempotency', 'rm.api_keys'].map(
      async (table) => (await app.storage.pool.query(`select * from ${table}`)).rows,
    ),
  )
  const written = JSON.stringify([kept, app.logLines])
  expect(secrets.length).toBeGreaterThan(10)
  for (const secret of [...secrets, admin.token, theirs.token])
    expect(written).not.toContain(secret)
})
