import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createPerson, enter, somePassword as password, someone } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { adminEmail, startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const head = () => app.service.adapters.eventStore.head()
const emailsOf = (list: readonly { email: string }[]) => list.map(({ email }) => email)

describe('creating a user', () => {
  test('answers the user whole, and the next reads have them', async () => {
    const given = someone({ email: 'Mixed.Case@Example.com' })
    const { status, body } = await admin.post('/api/user', given)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      email: given.email,
      first_name: given.first_name,
      last_name: given.last_name,
      common_name: `${given.first_name} ${given.last_name}`,
      is_superuser: false,
      is_qbnewb: false,
      is_active: true,
      last_login: null,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: body.date_joined,
      locale: null,
      sso_source: null,
      user_group_memberships: [{ id: 1, is_group_manager: false }],
    })
    expect((await admin.get(`/api/user/${body.id}`)).body).toEqual(body)
    expect(emailsOf((await admin.get('/api/user')).body)).toContain(given.email)
    expect((await app.logIn(given.email, password)).length).toBe(36)
  })

  test('without a password makes an account nobody can log in to yet', async () => {
    const { email } = await createPerson(admin, { password: undefined })
    for (const guess of ['', 'undefined', 'null', password]) {
      const body = { username: email, password: guess }
      expect([400, 401]).toContain((await app.call('POST', '/api/session', { body })).status)
    }
  })

  test('joins groups: All Users always, Administrators makes an admin', async () => {
    const plain = await createPerson(admin, { group_ids: [] })
    expect(plain).toMatchObject({ is_superuser: false, user_group_memberships: [{ id: 1 }] })
    const boss = await createPerson(admin, { group_ids: [2, 1, 2] })
    expect(boss).toMatchObject({
      is_superuser: true,
      user_group_memberships: [{ id: 1 }, { id: 2 }],
    })
    const theirs = await enter(app, boss)
    expect((await theirs.get('/api/database')).status).toBe(200)
    const refused = await admin.post('/api/user', someone({ group_ids: [1, 999] }))
    expectRefusal(refused, 400, 'validation')
    expect(refused.body.errors).toHaveProperty('group_ids')
  })

  test.each([
    { email: undefined },
    { first_name: undefined },
    { last_name: null },
    { first_name: '   ' },
    { last_name: 'x'.repeat(255) },
    { first_name: 'Ada\r\nBcc: x@example.com' },
    { last_name: '\u001b[2JLovelace' },
    { first_name: 12 },
    ...[
      '',
      'x',
      'a@b',
      'a b@x.co',
      'a@x.co\r\nBcc: b@x.co',
      '"a b"@x.co',
      `${'x'.repeat(250)}@x.co`,
    ]
      .concat('a@x\u0001y.co', '@x.co', 'a@', 'a@@x.co')
      .map((email) => ({ email })),
    { password: 'short' },
    { password: 'password' },
    { password: 'x'.repeat(257) },
    { group_ids: ['1'] },
    { group_ids: 1 },
    { group_ids: [0] },
  ])('refuses %j and keeps nothing of it', async (wrong) => {
    const before = await head()
    const refused = await admin.post('/api/user', someone(wrong))
    expectRefusal(refused, 400, 'validation')
    expect(Object.keys(refused.body.errors)[0]).toMatch(Object.keys(wrong)[0] ?? '')
    expect(await head()).toBe(before)
  })

  test('ignores what is not for the caller to say', async () => {
    const more = {
      id: 1,
      is_superuser: true,
      is_active: false,
      common_name: 'X',
      last_login: 'now',
    }
    const user = await createPerson(admin, { ...more, sso_source: 'google', date_joined: '1999' })
    expect(user).toMatchObject({ is_superuser: false, is_active: true, sso_source: null })
    expect(user.id).not.toBe(1)
  })

  test('takes an address once, in any spelling, also one of a deactivated account', async () => {
    const { id, email } = await createPerson(admin)
    const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('p', 'ｐ')]
    const refuse = async () => {
      for (const spelling of spellings) {
        const refused = await admin.post('/api/user', someone({ email: spelling }))
        expectRefusal(refused, 409, 'conflict')
        expect(refused.body.errors).toHaveProperty('email')
      }
    }
    await refuse()
    await admin.delete(`/api/user/${id}`)
    await refuse()
  })

  test('is done once by 32 requests for one address at the same time', async () => {
    const email = 'Contested@Example.com'
    const spell = (n: number) =>
      [...email].map((letter, at) => ((n >> (at % 5)) & 1 ? letter.toUpperCase() : letter)).join('')
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => admin.post('/api/user', someone({ email: spell(n) }))),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 31 }, () => 409)])
    const { body } = await admin.get('/api/user?query=contested')
    expect(body).toHaveLength(1)
  }, 20_000)

  test.each([
    ['combining and composed letters', 'Zoe\u0308', 'Zo\u00eb'],
    ['markup', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
    ['right-to-left text and its override', 'مرحبا', '\u202eevil\u202c'],
    ['emoji joined by zero width', '👩‍👩‍👧‍👦', '\u200bBob\u200b'],
    ['quotes, backslashes and SQL', `O'Brien \\ "x"`, `'); drop table users; --`],
    ['spaces around and within', '  Ada  ', 'van  Dyck '],
  ])('keeps %s byte by byte', async (_, first_name, last_name) => {
    const { id } = await createPerson(admin, { first_name, last_name })
    expect((await admin.get(`/api/user/${id}`)).body).toMatchObject({ first_name, last_name })
  })
})

describe('listing users', () => {
  test('shows an admin everyone who is active, and on request the others', async () => {
    const gone = await createPerson(admin)
    await admin.delete(`/api/user/${gone.id}`)
    const list = async (query: string) => (await admin.get(`/api/user?${query}`)).body
    const [active, deactivated, all] = [
      await list(''),
      await list('status=deactivated'),
      await list('status=all'),
    ]
    expect(emailsOf(active)).toContain(adminEmail)
    expect(emailsOf(active)).not.toContain(gone.email)
    expect(emailsOf(deactivated)).toContain(gone.email)
    expect(deactivated.every(({ is_active }: { is_active: boolean }) => !is_active)).toBe(true)
    expect(all).toHaveLength(active.length + deactivated.length)
    expect(await list('include_deactivated=true')).toEqual(all)
    expect(await list('status=active')).toEqual(active)
  })

  test('pages with the whole count beside', async () => {
    const whole = await admin.get('/api/user')
    const total = whole.body.length
    expect(whole.headers.get('x-total-count')).toBe(String(total))
    const first = await admin.get('/api/user?limit=2')
    const rest = await admin.get('/api/user?offset=2')
    expect(first.headers.get('x-total-count')).toBe(String(total))
    expect([...first.body, ...rest.body]).toEqual(whole.body)
    expect((await admin.get('/api/user?limit=0')).body).toEqual([])
    expect((await admin.get('/api/user?offset=9999999')).body).toEqual([])
    for (const query of [
      'limit=-1',
      'limit=1.5',
      'offset=x',
      'status=none',
      'group_id=0',
      'limit=',
    ])
      expectRefusal(await admin.get(`/api/user?${query}`), 400, 'validation')
  })

  test('finds by a piece of name or address, whatever its case, as plain text', async () => {
    await createPerson(admin, { first_name: 'Ärmel_50%', last_name: 'Findable' })
    const found = async (query: string) =>
      (await admin.get(`/api/user?query=${encodeURIComponent(query)}`)).body.length
    for (const query of ['findable', 'ÄRMEL_50%', 'ärmel', '50%', 'Ärmel_50% find'])
      expect(await found(query)).toBe(1)
    for (const query of ['%%', 'f_ndable', 'zzz', '.*']) expect(await found(query)).toBe(0)
  })

  test('narrows to a group', async () => {
    const boss = await createPerson(admin, { group_ids: [2] })
    const { body } = await admin.get('/api/user?group_id=2')
    expect(emailsOf(body)).toEqual(expect.arrayContaining([adminEmail, boss.email]))
    expect(body.every(({ is_superuser }: { is_superuser: boolean }) => is_superuser)).toBe(true)
  })

  test('shows others only themselves', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const { status, body } = await caller.get('/api/user')
    expect({ status, emails: emailsOf(body) }).toEqual({ status: 200, emails: [person.email] })
    expect((await caller.get('/api/user?query=admin')).body).toEqual([])
    expect((await caller.get('/api/user?status=active')).body).toHaveLength(1)
    for (const query of ['status=all', 'status=deactivated', 'include_deactivated=true'])
      expectRefusal(await caller.get(`/api/user?${query}`), 403, 'forbidden')
  })

  test('names everybody active as a recipient, and tells no more of them', async () => {
    const gone = await createPerson(admin)
    await admin.delete(`/api/user/${gone.id}`)
    const caller = await asNewUser(app, admin)
    const { body } = await caller.get('/api/user/recipients')
    expect(emailsOf(body)).toContain(adminEmail)
    expect(emailsOf(body)).not.toContain(gone.email)
    for (const one of body) expect(Object.keys(one)).toEqual(['id', 'email', 'common_name'])
  })
})

describe('oneself', () => {
  test('is shown with groups and with what one may query', async () => {
    const mine = (await admin.get('/api/user/current')).body
    expect(mine).toMatchObject({ email: adminEmail, is_superuser: true, group_ids: [1, 2] })
    expect(mine.user_group_memberships.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    expect(mine.permissions).toMatchObject({
      is_superuser: true,
      can_create_queries: true,
      can_create_native_queries: true,
      databases: [{ name: 'Sample Database', schemas: 'all', native: 'write' }],
    })
    const caller = await asNewUser(app, admin)
    const theirs = (await caller.get('/api/user/current')).body
    expect(theirs).toMatchObject({ is_superuser: false, group_ids: [1] })
    expect(theirs.permissions).toMatchObject({
      is_superuser: false,
      can_create_queries: true,
      can_create_native_queries: false,
      databases: [{ name: 'Sample Database', schemas: 'all', native: 'none' }],
    })
  })

  test('is all that others may read, deactivated accounts only for admins', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    expect((await caller.get(`/api/user/${person.id}`)).body.email).toBe(person.email)
    for (const id of [1, 2_147_483_647])
      expectRefusal(await caller.get(`/api/user/${id}`), 403, 'forbidden')
    await admin.delete(`/api/user/${person.id}`)
    expect(await admin.get(`/api/user/${person.id}`)).toMatchObject({
      status: 200,
      body: { is_active: false },
    })
  })
})
