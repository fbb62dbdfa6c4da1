import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter, somePassword } from '../support/people.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { expectErrorBody, expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const check = '/api/session/password-check'
const json = (value: unknown) => JSON.stringify(value)
const good = { password: 'a long enough password' }

const send = async (line: string, headers: Record<string, string> = {}, body = '') => {
  const all = { 'X-Service-Session': admin.token, ...headers }
  const { answers, closed } = await sendRaw(app.url, rawRequest(line, all, body))
  const [answer] = answers
  if (!answer) throw new Error('no answer')
  return { ...answer, closed, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}
const asJson = { 'Content-Type': 'application/json' }

describe('a body', () => {
  test.each([
    ['packed', { 'Content-Encoding': 'gzip' }, (text: string) => new Uint8Array(gzipSync(text))],
    [
      'of type and charset',
      { 'Content-Type': 'Application/JSON; Charset="UTF-8"' },
      (it: string) => it,
    ],
    ['with spaces around', {}, (it: string) => `\n\t ${it}\r\n`],
  ])('%s is read', async (_, headers: Record<string, string>, change) => {
    const options = { token: admin.token, headers, body: change(json(good)) }
    expect(await app.call('POST', check, options)).toMatchObject({
      status: 200,
      body: { valid: true },
    })
  })

  test('without a type is refused', async () => {
    const { status, body } = await send(`POST ${check}`, {}, json(good))
    expect({ status, body }).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    })
  })

  test('in chunks is read, and refused past 1 MiB', async () => {
    const chunked = (size: number, count: number) => {
      const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
      const start = '{"password":"'
      const first = `${start.length.toString(16)}\r\n${start}\r\n`
      return `${first}${chunk.repeat(count)}2\r\n"}\r\n0\r\n\r\n`
    }
    const post = async (bytes: string) => {
      const headers = {
        ...asJson,
        'X-Service-Session': admin.token,
        'Transfer-Encoding': 'chunked',
      }
      const head = rawRequest(`POST ${check}`, headers)
      return (await sendRaw(app.url, head + bytes)).answers[0]?.status
    }
    expect(await post(chunked(10, 2))).toBe(200)
    expect(await post(chunked(65_536, 17))).toBe(413)
  })

  test('too large by its length is refused before it is sent', async () => {
    const { status } = await send(`POST ${check}`, { ...asJson, 'Content-Length': '99999999' }, '{')
    expect(status).toBe(413)
  })

  test('is read again on the same connection after one that was refused', async () => {
    const large = json({ password: 'x'.repeat(1_100_000) })
    const headers = { ...asJson, 'X-Service-Session': admin.token }
    const bytes = [large, json(good)].map((it) => rawRequest(`POST ${check}`, headers, it)).join('')
    const { answers } = await sendRaw(app.url, bytes, { count: 2 })
    expect(answers.map(({ status }) => status)).toEqual([413, 200])
  })

  test('waits for 100 Continue where the client asks for it', async () => {
    const { status } = await send(
      `POST ${check}`,
      { ...asJson, Expect: '100-continue' },
      json(good),
    )
    expect(status).toBe(200)
    const other = await sendRaw(app.url, rawRequest(`POST ${check}`, { Expect: 'a miracle' }))
    expect(other.answers).toMatchObject([{ status: 417 }])
  })

  test('of JSON with a key twice has one reading: the last', async () => {
    const body = `{"password":"short","password":${json(good.password)}}`
    expect((await admin.post(check, body)).body).toEqual({ valid: true })
  })

  test('of a form is for exports alone', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const options = { token: admin.token, headers, body: 'password=x' }
    expectRefusal(await app.call('POST', check, options), 415, 'unsupported-media-type')
  })
})

describe('an address', () => {
  test('that cannot be decoded is refused, counted and logged like any other', async () => {
    for (const path of ['/api/user/%', '/api/user/%zz', '/api/user/%ff', '/api/user/%c0%af']) {
      const before = app.logLines.length
      expectRefusal(await admin.get(path), 400, 'validation')
      expect(app.logLines.length).toBe(before + 1)
    }
  })

  test('keeps all of a value that holds a question mark', async () => {
    const { body } = await admin.get('/api/user?query=admin?no')
    expect(body).toEqual([])
    expect((await admin.get('/api/user?query=admin%40example')).body).toHaveLength(1)
    expect((await admin.get('/api/user?query=ADMIN+admin')).body).toHaveLength(1)
  })

  test('that is absolute means this service, whatever host it names', async () => {
    const { status } = await send('GET http://elsewhere.example/api/user/current')
    expect(status).toBe(200)
  })

  test('of 8 KB is taken; with headers beyond 16 KiB nothing is', async () => {
    expect(
      (await send(`GET /api/user?query=${'x'.repeat(200)}&y=${'y'.repeat(8_000)}`)).status,
    ).toBe(200)
    const { status, body } = await send(`GET /api/user?y=${'y'.repeat(17_000)}`)
    expect(status).toBe(431)
    expect(body).toMatchObject({ error: true, code: 'headers-too-large' })
  })

  test('outside of the API is refused in the same words', async () => {
    for (const path of [
      '/nothing',
      '/api',
      '/metrics',
      '/favicon.ico',
      '/../etc/passwd',
      '/api/v1/user',
    ])
      expectRefusal(await admin.get(path), 404, 'not-found')
  })

  test('without a path leads a person to the page of the API', async () => {
    const { status, headers } = await fetch(app.url, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/api/docs'])
  })
})

describe('a caller', () => {
  test('cannot change the method by a header or a parameter', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE' }
    const { status } = await send('GET /api/user/1?_method=DELETE', headers)
    expect(status).toBe(200)
    expect((await admin.get('/api/user/1')).body.is_active).toBe(true)
  })

  test('from another origin gets no leave to read', async () => {
    const { status, headers } = await send('GET /api/user', { Origin: 'https://evil.example' })
    expect(status).toBe(200)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('is told nothing of what answers', async () => {
    const { headers } = await send('GET /api/user')
    for (const name of ['server', 'x-powered-by', 'etag', 'set-cookie', 'via'])
      expect(headers.get(name)).toBeNull()
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
  })

  test('who repeats a request under a key gets the first answer', async () => {
    const body = { email: 'once@example.com', first_name: 'Once', last_name: 'Only' }
    const post = (key: string, more: object = {}) =>
      app.call('POST', '/api/user', {
        token: admin.token,
        body: { ...body, ...more },
        headers: { 'Idempotency-Key': key },
      })
    const [first, second] = [await post('one'), await post('one')]
    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expectRefusal(await post('one', { first_name: 'Twice' }), 409, 'idempotency-key-reused')
    expectRefusal(await post('two'), 409, 'conflict')
    for (const key of ['', ' ', 'x'.repeat(256), 'é', randomText(8_000)])
      expectRefusal(await post(key), 400, 'validation')
  })

  test('who was told to wait may repeat the request under its key', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const path = `/api/user/${person.id}/password`
    const change = (password: string) =>
      app.call('PUT', path, {
        token: caller.token,
        body: { password, new_password: 'another long enough password' },
        headers: { 'Idempotency-Key': `with-${password.replaceAll(' ', '-')}` },
      })
    const { emailKeys, throttle } = app.service.adapters
    const attempt = await throttle.begin(emailKeys.of(person.email), '127.0.0.1')
    for (let n = 0; n < 9; n += 1) await change(`wrong ${n}`)
    expectRefusal(await change(somePassword), 429, 'rate-limited')
    await attempt.succeeded()
    expect(await change(somePassword)).toMatchObject({ status: 200 })
  }, 20_000)

  test('who asks for a position that is none is refused', async () => {
    const get = (position: string) =>
      app.call('GET', '/api/user', {
        token: admin.token,
        headers: { 'X-At-Least-Position': position },
      })
    expect((await get('1')).status).toBe(200)
    for (const position of ['', '-1', 'x', '1.5', '9'.repeat(40)])
      expectRefusal(await get(position), 400, 'validation')
    const far = await get('999999999999')
    expect(far.status).toBe(503)
    expectErrorBody(far)
    expect(far.body).toMatchObject({ code: 'projection-lag' })
  })
})

const randomText = (length: number) =>
  Array.from({ length }, (_, n) => ((n * 7919) % 36).toString(36)).join('')
