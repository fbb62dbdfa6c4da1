import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { changeSetting } from '../support/change-setting.ts'
import { type Person, startOidc, type TestOidc } from '../support/oidc.ts'
import { expectRefusal } from '../support/refusals.ts'
import { resetTokenFor } from '../support/reset-token.ts'
import { adminEmail, startTestService, type TestService } from '../support/service.ts'

const password = 'a password of before'

/** Milliseconds, be the machine as busy as it likes. */
const patient = 30_000

const verified = (email: string, names: Partial<Person> = {}): Person => ({
  email,
  email_verified: true,
  ...names,
})
const people = new Map<string, Person>([
  ['grace', verified('grace@example.com')],
  ['later', verified('grace@example.com')],
  ['ada', verified('Ada@Staff.Example.com', { given_name: 'Ada', family_name: 'Lovelace' })],
  ['eve', { email: 'grace@example.com', email_verified: false }],
  ['stranger', verified('stranger@elsewhere.example.com')],
  ['gone', verified('gone@example.com')],
  ['boss', verified(adminEmail)],
])

let oidc: TestOidc
let app: TestService
let admin: Caller

beforeAll(async () => {
  oidc = await startOidc(people)
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await oidc?.stop()
}, 30_000)

const enter = (token: string) => app.call('POST', '/api/session/idp_auth', { body: { token } })
const enterAs = async (subject: string) => enter(await oidc.logIn(subject))
const me = async (token: string) =>
  (await callerOf(app, token).get('/api/user/current')).body as Record<string, unknown>

const newPerson = async (email: string): Promise<number> => {
  const body = { email, password, first_name: 'Some', last_name: 'Body' }
  return (await admin.post('/api/user', body)).body.id
}

const logIn = (username: string) =>
  app.call('POST', '/api/session', { body: { username, password } })

test(
  'nobody comes in where no provider is set up',
  async () => {
    expectRefusal(await enterAs('grace'), 400, 'validation')
    await changeSetting(app, 'idp-issuer', oidc.issuer)
    expectRefusal(await enterAs('grace'), 400, 'validation')
    await changeSetting(app, 'idp-client-id', oidc.clientId)
  },
  patient,
)

test(
  'who has the verified address comes in, and stays who they are whatever their address is',
  async () => {
    const id = await newPerson('grace@example.com')
    expectRefusal(await enterAs('eve'), 401, 'unauthenticated')
    const first = await enterAs('grace')
    expect({ status: first.status, id: (await me(first.body.id)).id }).toEqual({ status: 200, id })
    people.set('grace', verified('hopper@example.com'))
    expect((await me((await enterAs('grace')).body.id)).id).toBe(id)
    // Somebody else has that address at the provider now.
    expectRefusal(await enterAs('later'), 401, 'unauthenticated')
    // The password goes on to work beside it.
    expect((await logIn('grace@example.com')).status).toBe(200)
  },
  patient,
)

test(
  'strangers get an account only where their domain is on the list, and no password then',
  async () => {
    const users = async () => (await admin.get('/api/user?status=all')).body.length
    const before = await users()
    expectRefusal(await enterAs('ada'), 401, 'unauthenticated')
    expect(await users()).toBe(before)
    await changeSetting(app, 'idp-auto-create-domains', ['staff.example.com'])
    expectRefusal(await enterAs('stranger'), 401, 'unauthenticated')
    // Nobody waits for Ada in an account of their own.
    const trap = {
      id: await newPerson('trap@example.com'),
      token: await app.logIn('trap@example.com', password),
    }
    const claim = (email: string) =>
      callerOf(app, trap.token).put(`/api/user/${trap.id}`, { email })
    expectRefusal(await claim('ada@staff.example.com'), 403, 'forbidden')
    expect((await claim('trapper@example.com')).status).toBe(200)
    const tokens = await Promise.all(['ada', 'ada', 'ada'].map((who) => oidc.logIn(who)))
    // Whoever comes while the account is being made may have to come again.
    const answers = await Promise.all(tokens.map(enter))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const entered = answers.filter(({ status }) => status === 200)
    expect(entered.length).toBeGreaterThan(0)
    const ada = await me(entered[0]?.body.id)
    expect(ada).toMatchObject({
      email: 'Ada@Staff.Example.com',
      common_name: 'Ada Lovelace',
      sso_source: 'idp',
      is_superuser: false,
    })
    for (const token of tokens) expect((await me((await enter(token)).body.id)).id).toBe(ada.id)
    expect(await users()).toBe(before + 2)

    const id = Number(ada.id)
    await expect(resetTokenFor(app, id)).rejects.toThrow('gets no token')
    const changed = await admin.put(`/api/user/${id}/password`, { new_password: password })
    expectRefusal(changed, 400, 'validation')
    expectRefusal(await logIn('ada@staff.example.com'), 401, 'unauthenticated')
  },
  patient,
)

test(
  'who is deactivated stays out, known there or not',
  async () => {
    const id = await newPerson('gone@example.com')
    expect((await enterAs('gone')).status).toBe(200)
    await admin.delete(`/api/user/${id}`)
    expectRefusal(await enterAs('gone'), 403, 'account-deactivated')
  },
  patient,
)

test(
  'tokens that prove nothing and a provider that is away let nobody in',
  async () => {
    expectRefusal(await enter('garbage'), 401, 'unauthenticated')
    const forged = await oidc.sign({
      sub: 'boss',
      email: adminEmail,
      email_verified: true,
      aud: 'x',
    })
    expectRefusal(await enter(forged), 401, 'unauthenticated')
    expectRefusal(await enter(' '), 400, 'validation')
    const token = await oidc.logIn('grace')
    await oidc.pause()
    // The keys are known already; of another provider they are not.
    expect((await enter(token)).status).toBe(200)
    await changeSetting(app, 'idp-issuer', oidc.issuer.replace('127.0.0.1', 'localhost'))
    const answer = await enter(token)
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await oidc.resume()
    await changeSetting(app, 'idp-issuer', oidc.issuer)
    expect((await enter(token)).status).toBe(200)
  },
  patient,
)

test(
  'where passwords are switched off they are for admins alone',
  async () => {
    const token = await resetTokenFor(app, await newPerson('late@example.com'))
    await changeSetting(app, 'enable-password-login', false)
    expectRefusal(await logIn('grace@example.com'), 403, 'forbidden')
    const wrong = { username: 'grace@example.com', password: 'wrong' }
    expectRefusal(await app.call('POST', '/api/session', { body: wrong }), 401, 'unauthenticated')
    const body = { token, password: 'another long password' }
    const reset = await app.call('POST', '/api/session/reset_password', { body })
    expectRefusal(reset, 400, 'validation')
    expect((await enterAs('grace')).status).toBe(200)
    expect((await me((await enterAs('boss')).body.id)).is_superuser).toBe(true)
    await app.logIn()
    const { rows } = await app.storage.pool.query<{ method: string }>(
      `select distinct data ->> 'method' as method from es.events where type = 'UserLoggedIn'`,
    )
    expect(rows.map(({ method }) => method).sort()).toEqual(['idp', 'password'])
    const logged = JSON.stringify(app.logLines)
    for (const address of ['@example.com', '@staff', token]) expect(logged).not.toContain(address)
  },
  patient,
)
