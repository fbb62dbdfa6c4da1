import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { linkIn, textOf } from '../support/mail-text.ts'
import { visit } from '../support/page-visitor.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type ReceivedMail, startSmtp, type TestSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const site = 'https://analytics.example.com/base'
const password = 'a password of before'
const newPassword = 'another long password'

/** Milliseconds for a test that waits for mails, be the machine as busy as it likes. */
const patient = 60_000

let smtp: TestSmtp
let app: TestService
let admin: Caller
let count = 0

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestService({
    environment: {
      SITE_URL: site,
      EMAIL_SMTP_HOST: smtp.host,
      EMAIL_SMTP_PORT: String(smtp.port),
      EMAIL_FROM_ADDRESS: 'analytics@example.com',
    },
  })
  admin = await asAdmin(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await smtp?.stop()
}, 30_000)
beforeEach(() => {
  smtp.mood = 'take'
})

/** Somebody new; no test shares an address with another, or a counter. */
const newPerson = async () => {
  count += 1
  const email = `person${count}@example.com`
  const body = { email, password, first_name: 'Some', last_name: 'Body' }
  const { id } = (await admin.post('/api/user', body)).body
  return { id, email, me: callerOf(app, await app.logIn(email, password)) }
}

const forgot = (email: string) =>
  app.call('POST', '/api/session/forgot_password', { body: { email } })
const reset = (token: string, body: object = { password: newPassword }) =>
  app.call('POST', '/api/session/reset_password', { body: { token, ...body } })
const isValid = async (token: string) =>
  (await app.call('GET', `/api/session/password_reset_token_valid?token=${token}`)).body.valid

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email))
const mailTo = async (email: string, nth = 1): Promise<ReceivedMail> => {
  const mails = await until(
    async () => mailsTo(email),
    (found) => found.length >= nth,
    30_000,
  )
  return mails[nth - 1] as ReceivedMail
}
const tokenIn = (mail: ReceivedMail) => linkIn(mail).split('/').at(-1) ?? ''

const waiting = async () =>
  (await app.storage.pool.query('select id from side.account_mails')).rows.length
const allDone = () => until(waiting, (mails) => mails === 0, 30_000)

const everyEvent = async (): Promise<string> => {
  const { rows } = await app.storage.pool.query('select * from es.events')
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'bigint' ? String(value) : Buffer.isBuffer(value) ? value.toString() : value,
  )
}

describe('a forgotten password', () => {
  test(
    'is set anew through a link, once: all sessions end and the old one opens nothing',
    async () => {
      const { email, me } = await newPerson()
      expect(await forgot(` ${email.toUpperCase()}`)).toMatchObject({ status: 200, body: {} })
      const mail = await mailTo(email)
      expect(linkIn(mail)).toMatch(new RegExp(`^${site}/auth/reset_password/[\\w-]{43}$`))
      const token = tokenIn(mail)
      expect(await isValid(token)).toBe(true)
      expectRefusal(await reset(token, { password: 'short' }), 400, 'validation')
      expect(await isValid(token)).toBe(true)

      const { status, body } = await reset(token)
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, session_id: expect.any(String) },
      })
      expect((await me.get('/api/user/current')).status).toBe(401)
      const again = callerOf(app, body.session_id)
      expect((await again.get('/api/user/current')).body).toMatchObject({ email })
      const old = { username: email, password }
      expectRefusal(await app.call('POST', '/api/session', { body: old }), 401, 'unauthenticated')
      await app.logIn(email, newPassword)

      expect(await isValid(token)).toBe(false)
      expectRefusal(await reset(token), 400, 'validation')
      const told = `${await everyEvent()}${JSON.stringify(app.logLines)}`
      for (const secret of [token, email, newPassword]) expect(told).not.toContain(secret)
    },
    patient,
  )

  test(
    'is nothing that strangers learn of: the answer is the same, and nobody is written to',
    async () => {
      const gone = await newPerson()
      await admin.delete(`/api/user/${gone.id}`)
      const { email } = await newPerson()
      const before = smtp.received.length
      const answers = await Promise.all([gone.email, 'nobody@example.com', email].map(forgot))
      const shown = answers.map(({ status, body, headers }) => {
        const names = [...headers.keys()].filter((name) => !name.startsWith('x-rate-limit'))
        return { status, body, names }
      })
      expect(shown).toEqual([shown[0], shown[0], shown[0]])
      await mailTo(email)
      await allDone()
      expect(smtp.received.slice(before).flatMap(({ to }) => to)).toEqual([email])
    },
    patient,
  )

  test(
    'is asked for anew: the newest link counts, and of many who use it one gets in',
    async () => {
      const { email } = await newPerson()
      await forgot(email)
      const first = tokenIn(await mailTo(email))
      await forgot(email)
      const second = tokenIn(await mailTo(email, 2))
      expect([await isValid(first), await isValid(second)]).toEqual([false, true])
      const answers = await Promise.all(Array.from({ length: 20 }, () => reset(second)))
      const good = answers.filter(({ status }) => status === 200)
      expect(good).toHaveLength(1)
      for (const answer of answers) if (answer !== good[0]) expectRefusal(answer, 400, 'validation')
      await app.logIn(email, newPassword)
    },
    patient,
  )

  test(
    'has no link any more after another password or address; the old address hears of it',
    async () => {
      const one = await newPerson()
      await forgot(one.email)
      const voidByPassword = tokenIn(await mailTo(one.email))
      await admin.put(`/api/user/${one.id}/password`, { new_password: newPassword })
      expect(await isValid(voidByPassword)).toBe(false)

      const two = await newPerson()
      await forgot(two.email)
      const voidByAddress = tokenIn(await mailTo(two.email))
      await two.me.put(`/api/user/${two.id}`, { email: `new-${two.email}` })
      expectRefusal(await reset(voidByAddress), 400, 'validation')
      const notice = await mailTo(two.email, 2)
      expect(textOf(notice)).toContain('another e-mail address')
      expect(textOf(notice)).not.toContain(`new-${two.email}`)
    },
    patient,
  )

  test(
    'expires, and is asked for so often only',
    async () => {
      const { email } = await newPerson()
      await forgot(email)
      const token = tokenIn(await mailTo(email))
      await app.storage.pool.query(`update side.reset_tokens set expires_at = now()`)
      expect(await isValid(token)).toBe(false)
      expectRefusal(await reset(token), 400, 'validation')
      const stranger = 'often@example.com'
      for (let asked = 0; asked < 5; asked++) expect((await forgot(stranger)).status).toBe(200)
      const answer = await forgot(stranger)
      expectRefusal(answer, 429, 'rate-limited')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    },
    patient,
  )
})

test(
  'the page of a link sets the password without script, and says what is wrong',
  async () => {
    const { email } = await newPerson()
    await forgot(email)
    const token = tokenIn(await mailTo(email))
    const page = await visit(app, `/auth/reset_password/${token}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.text).toContain(`value="${token}"`)

    const path = '/auth/reset_password'
    const weak = await visit(app, path, { form: { token, password: 'password' } })
    expect(weak).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') })
    expect(weak.text).toContain(`value="${token}"`)
    const strange = { 'Sec-Fetch-Site': 'cross-site' }
    const form = { token, password: newPassword }
    expect((await visit(app, path, { form, headers: strange })).status).toBe(403)
    const done = await visit(app, path, { form })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/auth/password_is_set'])
    expect(done.headers.get('set-cookie')).toBeNull()
    expect((await visit(app, '/auth/password_is_set')).text).toContain('Your password is set')
    const me = callerOf(app, await app.logIn(email, newPassword))
    expect((await me.get('/api/user/current')).status).toBe(200)

    for (const used of [await visit(app, path, { form }), await visit(app, `${path}/${token}`)])
      expect(used).toMatchObject({ status: 400, text: expect.not.stringContaining(token) })
  },
  patient,
)

test(
  'somebody new without a password is invited, and begins with the link',
  async () => {
    const email = 'invited@example.com'
    const body = { email, first_name: 'In', last_name: 'Vited' }
    expect((await admin.post('/api/user', body)).status).toBe(200)
    const mail = await mailTo(email)
    expect(mail.source).toContain('Subject: You are invited to Analytics Service')
    expect((await reset(tokenIn(mail))).status).toBe(200)
    await app.logIn(email, newPassword)
  },
  patient,
)

describe('a mail server', () => {
  test(
    'that is away gets the mail when it is back; one that refuses for good is let be',
    async () => {
      const away = await newPerson()
      const refused = await newPerson()
      smtp.mood = 'recipient 550'
      await forgot(refused.email)
      await allDone()
      await smtp.pause()
      expect((await forgot(away.email)).status).toBe(200)
      await until(
        async () => JSON.stringify(app.logLines),
        (lines) => lines.includes('tried again'),
        30_000,
      )
      smtp.mood = 'take'
      await smtp.resume()
      const token = tokenIn(await mailTo(away.email))
      expect(await isValid(token)).toBe(true)
      expect(mailsTo(refused.email)).toEqual([])
      await allDone()
      const logged = JSON.stringify(app.logLines)
      expect(logged).toContain('was given up')
      expect(logged).not.toMatch(/person\d+@/)
    },
    patient,
  )

  test(
    'is tried out by an admin, and told what is wrong',
    async () => {
      expect(await admin.post('/api/email/test', {})).toMatchObject({ body: { ok: true } })
      await admin.post('/api/email/test', { email: 'postmaster@example.com' })
      expect(mailsTo('postmaster@example.com')).toHaveLength(1)
      smtp.mood = 'content 554'
      const answer = await admin.post('/api/email/test', {})
      expectRefusal(answer, 400, 'validation')
      expect(answer.body.message).toBe('The mail server refused the mail. It answered 554 5.7.1.')
    },
    patient,
  )
})
