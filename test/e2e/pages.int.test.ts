import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { pageForms, pages } from '../../shared/contract/pages.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { collect } from '../support/events.ts'
import { cookieOf, signIn, visit } from '../support/page-visitor.ts'
import { createPerson, enter, somePassword } from '../support/people.ts'
import { expectRateLimitHeaders } from '../support/refusals.ts'
import {
  adminEmail,
  adminPassword,
  isBehindNginx,
  startTestService,
  type TestService,
} from '../support/service.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(30_000)

let app: TestService
let admin: Caller
let adminCookie: string
let personCookie: string

beforeAll(async () => {
  app = await startTestService({ environment: { TRUST_PROXY: '1' } })
  admin = await asAdmin(app)
  adminCookie = await signIn(app, adminEmail, adminPassword)
  personCookie = await signIn(app, (await createPerson(admin)).email, somePassword)
}, 60_000)
afterAll(() => app?.stop(), 30_000)

const home = '/audit/permissions'
const right = { username: adminEmail, password: adminPassword }

/** What is shown to anybody may be framed, and is tested by itself. */
const ownPages = pages.filter(({ frames }) => frames === undefined)

describe.each(ownPages.map((page) => [page.path, page] as const))('the page %s', (path, page) => {
  test('asks whoever it does not know to sign in', async () => {
    if (page.access === 'anyone') return
    const token = admin.token
    for (const given of [
      {},
      { headers: { 'X-Service-Session': token } },
      { cookie: `X-Service-Session=${token}` },
      { cookie: 'pages_session=garbage' },
      { cookie: `${adminCookie}; ${adminCookie}` },
    ]) {
      const answer = await visit(app, path, given)
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('<h1>Sign in</h1>')
    }
  })

  test('tells everybody who is no admin that it is not for them', async () => {
    if (page.access !== 'admin') return
    const answer = await visit(app, path, { cookie: personCookie })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Only admins may see this page.')
  })

  test('is a document that runs nothing inline and is kept and framed by nobody', async () => {
    const { status, headers, text } = await visit(app, path, { cookie: adminCookie })
    // What stands in a path is nothing here, and so said in a page as well.
    expect(status).toBe(path.includes(':') ? 400 : 200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).not.toMatch(/ style="| on\w+="|<style|<script(?! src="\/)/)
    expectRateLimitHeaders({ headers })
    const head = await visit(app, path, { method: 'HEAD', cookie: adminCookie })
    expect(head).toMatchObject({ status, text: '' })
  })

  test('is read and nothing else', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await visit(app, path, { method, cookie: adminCookie })).status).toBe(405)
  })

  test('loads files that never change under their names', async () => {
    const { text } = await visit(app, path, { cookie: adminCookie })
    const files = [...text.matchAll(/(?:src|href)="(\/audit\/assets\/[^"]+)"/g)]
    expect(files.length).toBeGreaterThan(1)
    for (const [, file = ''] of files) {
      const { status, headers } = await visit(app, file)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/)
    }
  })
})

describe.each(pageForms.map((form) => [form.path, form] as const))('the form %s', (path) => {
  test('is taken from our own pages only', async () => {
    const { eventStore } = app.service.adapters
    const before = await eventStore.head()
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ]) {
      const answer = await visit(app, path, { form: right, cookie: adminCookie, headers })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await eventStore.head()).toBe(before)
    expect((await visit(app, home, { cookie: adminCookie })).status).toBe(200)
  })

  test('has no other way in', async () => {
    expect((await visit(app, path)).status).toBe(405)
    const json = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(right),
      redirect: 'manual',
    })
    expect(answer.headers.get('set-cookie') ?? '').not.toMatch(/pages_session=[0-9a-f]/)
  })
})

describe('signing in', () => {
  test('gives a cookie for pages alone, out of reach of scripts and other sites', async () => {
    const { status, headers } = await visit(app, '/audit/sign-in', {
      form: right,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(home)
    expect(headers.get('set-cookie')).toMatch(
      /^pages_session=[0-9a-f-]{36}; Path=\/audit; HttpOnly; SameSite=Strict$/,
    )
  })

  test('gives a cookie for https only where that is how the client came', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', Origin: app.url.replace('http:', 'https:') }
    const answer = await visit(app, '/audit/sign-in', { form: right, headers })
    // nginx says how the client came to nginx, whatever the client says.
    const isSecure = answer.headers.get('set-cookie')?.includes('; Secure')
    expect(isSecure).toBe(!isBehindNginx())
  })

  test('opens pages and not the API', async () => {
    const cookie = await signIn(app, adminEmail, adminPassword)
    expect((await visit(app, home, { cookie })).status).toBe(200)
    const answer = await visit(app, '/api/user/current', { cookie })
    expect(answer.status).toBe(401)
  })

  test('goes on to where one wanted to be, and never elsewhere', async () => {
    const goesTo = async (next: string) => {
      const answer = await visit(app, '/audit/sign-in', { form: { ...right, next } })
      return answer.headers.get('location')
    }
    expect(await goesTo(`${home}?as_of=0`)).toBe(`${home}?as_of=0`)
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/audit/../api/docs',
      '/audit/\\evil.example',
      '/auditor',
      'javascript:alert(1)',
      '',
    ])
      expect(await goesTo(next)).toMatch(/^\/audit\//)
  })

  test('leaves the events the API leaves, and refuses in the same words', async () => {
    const { email, id } = await createPerson(admin)
    const wrong = await visit(app, '/audit/sign-in', {
      form: { username: email, password: 'not the password', next: home },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('The e-mail address or the password is wrong.')
    expect(wrong.text).toContain(`value="${email}"`)
    expect(wrong.text).not.toContain('not the password')
    expect(wrong.headers.get('set-cookie')).toBeNull()
    const cookie = await signIn(app, email, somePassword)
    const out = await visit(app, '/audit/sign-out', { form: {}, cookie })
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    const { eventStore } = app.service.adapters
    const events = await collect(eventStore.readStream(`access-${id}`))
    expect(events.map(({ type }) => type)).toEqual([
      'UserLoginFailed',
      'UserLoggedIn',
      'UserLoggedOut',
    ])
    expect((await visit(app, home, { cookie })).status).toBe(401)
    expect((await visit(app, '/audit/sign-in', { form: { username: email } })).status).toBe(400)
  })

  test('counts failures with those of the API', async () => {
    const { email } = await createPerson(admin)
    const headers = { 'X-Forwarded-For': '198.51.100.77' }
    const form = { username: email, password: 'not the password' }
    await Promise.all(
      Array.from({ length: 10 }, () => visit(app, '/audit/sign-in', { form, headers })),
    )
    const page = await visit(app, '/audit/sign-in', { form, headers })
    expect(page.status).toBe(429)
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    const body = { username: email, password: somePassword }
    expect((await app.call('POST', '/api/session', { body, headers })).status).toBe(429)
  })
})

describe('whoever loses something', () => {
  test('the role: sees the page no more at the next request', async () => {
    const { id, email } = await createPerson(admin)
    expect((await admin.put(`/api/user/${id}`, { is_superuser: true })).status).toBe(200)
    const cookie = await signIn(app, email, somePassword)
    expect((await visit(app, home, { cookie })).status).toBe(200)
    expect((await admin.put(`/api/user/${id}`, { is_superuser: false })).status).toBe(200)
    expect((await visit(app, home, { cookie })).status).toBe(403)
  })

  test('the account or the password: has to sign in', async () => {
    for (const lose of [
      (id: number) => admin.delete(`/api/user/${id}`),
      (id: number) =>
        admin.put(`/api/user/${id}/password`, { new_password: 'another long password' }),
    ]) {
      const person = await createPerson(admin)
      await enter(app, person)
      const cookie = await signIn(app, person.email, somePassword)
      expect((await visit(app, home, { cookie })).status).toBe(403)
      expect((await lose(person.id)).status).toBeLessThan(300)
      const answer = await visit(app, home, { cookie })
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('You are not signed in any more.')
    }
  })

  test('the session, because its time is over: has to sign in', async () => {
    const cookie = cookieOf(await visit(app, '/audit/sign-in', { form: right }))
    await app.storage.pool.query(
      `update side.sessions set expires_at = now() where expires_at = (
         select max(expires_at) from side.sessions)`,
    )
    expect((await visit(app, home, { cookie })).status).toBe(401)
  })
})

describe('the permissions page', () => {
  test.each([
    ['as_of=1', 'There is no revision 1'],
    ['as_of=soon', 'as_of'],
    ['user=0', 'user'],
    ['what=all', 'what'],
    ['user=1&user=2', 'given twice'],
  ])('says what is wrong with %s', async (query, words) => {
    const answer = await visit(app, `${home}?${query}`, { cookie: adminCookie })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(words)
  })

  test('takes what nobody filled in as left out, and says that there is no revision', async () => {
    const { status, text } = await visit(app, `${home}?as_of=&user=&what=`, { cookie: adminCookie })
    expect(status).toBe(200)
    expect(text).toContain('No revision yet.')
    expect(text).toContain('Sample Database')
    expect(text).not.toContain('type="range"')
  })

  test('shows an empty world before there was any', async () => {
    const { text } = await visit(app, `${home}?as_of=2020-01-01`, { cookie: adminCookie })
    expect(text).toContain('There are no groups at this moment.')
    const user = `${home}?as_of=2020-01-01&user=1&what=database-1`
    const explained = await visit(app, user, { cookie: adminCookie })
    expect(explained.status).toBe(200)
    expect(explained.text).toContain('User not found at that moment.')
  })
})
