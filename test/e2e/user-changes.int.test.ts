import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter, somePassword as password } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal, unreadable } from '../support/refusals.ts'
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

describe('changing a user', () => {
  test('changes what is named and leaves the rest', async () => {
    const person = await createPerson(admin, { first_name: 'Ada', last_name: 'Byron' })
    const change = (body: object) => admin.put(`/api/user/${person.id}`, body)
    expect((await change({ last_name: 'Lovelace' })).body).toMatchObject({
      email: person.email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      common_name: 'Ada Lovelace',
    })
    expect((await change({ first_name: 'A.' })).body.common_name).toBe('A. Lovelace')
    expect((await change({ locale: 'PT-br' })).body.locale).toBe('pt_BR')
    expect((await change({ first_name: 'Ada' })).body.locale).toBe('pt_BR')
    expect((await change({ locale: null })).body.locale).toBeNull()
    for (const locale of ['portuguese', 'p', 'pt_BRA', 'pt-', '../pt', '', 12])
      expectRefusal(await change({ locale }), 400, 'validation')
    for (const body of [{ first_name: '' }, { email: 'x' }, { is_superuser: 'yes' }])
      expectRefusal(await change(body), 400, 'validation')
  })

  test('that changes nothing is answered and not recorded', async () => {
    const person = await createPerson(admin)
    const { body } = await admin.get(`/api/user/${person.id}`)
    const before = await head()
    for (const same of [{}, body, { email: body.email }, { is_superuser: false }, { locale: null }])
      expect(await admin.put(`/api/user/${person.id}`, same)).toMatchObject({ status: 200, body })
    expect(await head()).toBe(before)
  })

  test('of the address frees the old one and moves the login', async () => {
    const person = await createPerson(admin)
    const next = `new-${person.email}`
    const caller = await enter(app, person)
    expect((await caller.put(`/api/user/${person.id}`, { email: next })).body.email).toBe(next)
    expect((await caller.get('/api/user/current')).status).toBe(200)
    const old = { username: person.email, password }
    expect((await app.call('POST', '/api/session', { body: old })).status).toBe(401)
    expect((await app.logIn(next.toUpperCase(), password)).length).toBe(36)
    expect((await createPerson(admin, { email: person.email })).id).not.toBe(person.id)
    const back = await caller.put(`/api/user/${person.id}`, { email: person.email })
    expectRefusal(back, 409, 'conflict')
    const spelled = await caller.put(`/api/user/${person.id}`, { email: next.toUpperCase() })
    expect(spelled.body.email).toBe(next.toUpperCase())
  })

  test('to an address of somebody else is a conflict, and changes nothing', async () => {
    const [one, two] = [await createPerson(admin), await createPerson(admin)]
    await admin.delete(`/api/user/${two.id}`)
    for (const email of [adminEmail, two.email.toUpperCase()]) {
      const before = await head()
      const body = { email, first_name: 'Changed', is_superuser: true }
      expectRefusal(await admin.put(`/api/user/${one.id}`, body), 409, 'conflict')
      expect((await admin.get(`/api/user/${one.id}`)).body).toMatchObject({
        email: one.email,
        first_name: 'Some',
        is_superuser: false,
      })
      expect(await head()).toBe(before)
    }
  })

  test('of oneself reaches nobody else and no rights', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const path = `/api/user/${person.id}`
    const before = (await caller.get(path)).body
    const hidden = { id: 1, is_active: false, password: 'x', group_ids: [1], common_name: 'Boss' }
    const { body } = await caller.put(path, { ...hidden, last_login: 'now', is_qbnewb: true })
    expect(body).toEqual(before)
    for (const more of [{ is_superuser: true }, { group_ids: [1, 2] }, { group_ids: [999] }])
      expectRefusal(await caller.put(path, { first_name: 'Changed', ...more }), 403, 'forbidden')
    expect((await caller.get(path)).body).toEqual(before)
    expect((await caller.put(path, { is_superuser: false, first_name: 'Me' })).status).toBe(200)
    expectRefusal(await caller.put('/api/user/1', { first_name: 'Me' }), 403, 'forbidden')
    expect((await app.logIn(person.email, password)).length).toBe(36)
  })

  test('is nothing for accounts that are deactivated or unknown', async () => {
    const person = await createPerson(admin)
    await admin.delete(`/api/user/${person.id}`)
    for (const id of [person.id, 2_147_483_647]) {
      expectRefusal(await admin.put(`/api/user/${id}`, { first_name: 'X' }), 404, 'not-found')
      const change = { new_password: 'another long password' }
      expectRefusal(await admin.put(`/api/user/${id}/password`, change), 404, 'not-found')
      expectRefusal(await admin.put(`/api/user/${id}/modal/qbnewb`), 404, 'not-found')
    }
  })
})

describe('a password', () => {
  const next = 'quite another password'

  test('of one’s own changes with the current one, and ends all other sessions', async () => {
    const person = await createPerson(admin)
    const [caller, other] = [await enter(app, person), await enter(app, person)]
    const change = (body: object) => caller.put(`/api/user/${person.id}/password`, body)
    for (const wrong of [
      {},
      { password: null },
      { password: 'not the password' },
      { password: '' },
    ]) {
      const refused = await change({ ...wrong, new_password: next })
      expectRefusal(refused, 400, 'validation')
      expect(refused.body.errors).toHaveProperty('password')
    }
    for (const weak of ['short', 'password', '', 'x'.repeat(257)]) {
      const refused = await change({ password, new_password: weak })
      expectRefusal(refused, 400, 'validation')
      expect(refused.body.errors).toHaveProperty('new_password')
    }
    expect((await other.get('/api/user/current')).status).toBe(200)
    expect(await change({ password, new_password: next })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect((await caller.get('/api/user/current')).status).toBe(200)
    expectRefusal(await other.get('/api/user/current'), 401, 'unauthenticated')
    const old = { username: person.email, password }
    expect((await app.call('POST', '/api/session', { body: old })).status).toBe(401)
    expect((await app.logIn(person.email, next)).length).toBe(36)
  })

  test('cannot be guessed through its change', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const path = `/api/user/${person.id}/password`
    for (let n = 0; n < 10; n += 1)
      expect((await caller.put(path, { password: 'wrong', new_password: next })).status).toBe(400)
    expectRefusal(await caller.put(path, { password, new_password: next }), 429, 'rate-limited')
    const body = { username: person.email, password }
    expectRefusal(await app.call('POST', '/api/session', { body }), 429, 'rate-limited')
  })

  test('of others is set by an admin without the current one, and ends their sessions', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const path = `/api/user/${person.id}/password`
    expect((await admin.put(path, { new_password: next })).status).toBe(200)
    expectRefusal(await caller.get('/api/user/current'), 401, 'unauthenticated')
    expect((await app.logIn(person.email, next)).length).toBe(36)
    const own = await admin.put('/api/user/1/password', { new_password: next })
    expectRefusal(own, 400, 'validation')
    expectRefusal(await (await enter(app, person, next)).put('/api/user/1/password', {}), 403)
  })

  test('keeps spaces, emoji and its own Unicode form', async () => {
    for (const secret of ['  four words and spaces  ', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'Zoe\u0308 Zoe\u0308']) {
      const person = await createPerson(admin, { password: secret })
      expect((await app.logIn(person.email, secret)).length).toBe(36)
      for (const other of [secret.trim(), secret.normalize('NFC')].filter((it) => it !== secret)) {
        const body = { username: person.email, password: other }
        expect((await app.call('POST', '/api/session', { body })).status).toBe(401)
      }
    }
  })
})

describe('deactivating', () => {
  test('ends every session at once; coming back revives neither them nor admin rights', async () => {
    const person = await createPerson(admin, { group_ids: [2] })
    const path = `/api/user/${person.id}`
    const callers = await Promise.all([1, 2, 3].map(() => enter(app, person)))
    expect(await admin.delete(path)).toMatchObject({ status: 200, body: { success: true } })
    for (const caller of callers)
      expectRefusal(await caller.get('/api/user/current'), 401, 'unauthenticated')
    const before = await head()
    expect((await admin.delete(path)).status).toBe(200)
    expect(await head()).toBe(before)

    expect(await admin.put(`${path}/reactivate`)).toMatchObject({
      status: 200,
      body: { is_active: true, is_superuser: false, user_group_memberships: [{ id: 1 }] },
    })
    for (const caller of callers)
      expectRefusal(await caller.get('/api/user/current'), 401, 'unauthenticated')
    const back = await enter(app, person)
    expectRefusal(await back.get('/api/database'), 403, 'forbidden')
    expectRefusal(await admin.put(`${path}/reactivate`), 400, 'validation')
  })

  test('and reactivating are for admins, also of oneself', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    expectRefusal(await caller.delete(`/api/user/${person.id}`), 403, 'forbidden')
    expectRefusal(await caller.put(`/api/user/${person.id}/reactivate`), 403, 'forbidden')
  })
})

describe('an introduction', () => {
  test('is seen once; an unknown one is refused', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const path = `/api/user/${person.id}/modal`
    expect((await caller.get('/api/user/current')).body.is_qbnewb).toBe(false)
    expect(await caller.put(`${path}/qbnewb`)).toMatchObject({ body: { success: true } })
    expect((await caller.get('/api/user/current')).body.is_qbnewb).toBe(true)
    const before = await head()
    expect((await caller.put(`${path}/qbnewb`)).status).toBe(200)
    expect(await head()).toBe(before)
    for (const modal of ['x', 'QBNEWB', ...unreadable, '..%2f', '__proto__'])
      expectRefusal(await caller.put(`${path}/${modal}`), 400, 'validation')
    expectRefusal(await caller.put('/api/user/1/modal/qbnewb'), 403, 'forbidden')
  })
})
