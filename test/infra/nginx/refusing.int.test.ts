import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { inputLimits } from '../../../shared/kernel/json-input.ts'
import { type RawAnswer, rawRequest, sendRaw } from '../../support/raw-http.ts'
import { startTwoSides, type TwoSides } from '../../support/two-sides.ts'

let sides: TwoSides

beforeAll(async () => {
  sides = await startTwoSides()
}, 30_000)
afterAll(() => sides?.stop())
beforeEach(() => {
  sides.taken('command')
  sides.taken('query')
})

const taken = () => [...sides.taken('command'), ...sides.taken('query')]

const expectJson = (answer: RawAnswer | undefined, status: number, code: string) => {
  expect({ status: answer?.status, body: answer?.body }).toMatchObject({ status })
  expect(JSON.parse(answer?.body ?? '')).toEqual({ message: expect.any(String), error: true, code })
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
  })
}

describe('a body', () => {
  const most = inputLimits.bodyBytes
  const chunk = 65_536
  const chunks = (count: number) => `10000\r\n${'x'.repeat(chunk)}\r\n`.repeat(count)
  const chunked = rawRequest('POST /api/card', { 'Transfer-Encoding': 'chunked' })

  test('of as much as the service takes is handed on, in chunks as with a length', async () => {
    const whole = rawRequest('POST /api/card', {}, 'x'.repeat(most))
    for (const bytes of [whole, `${chunked}${chunks(most / chunk)}0\r\n\r\n`]) {
      const { answers } = await sendRaw(sides.nginx.url, bytes)
      expect(answers).toMatchObject([{ status: 200 }])
      expect(taken()).toMatchObject([{ bytes: most }])
    }
  })

  test('of a byte more is refused before it is sent, and asked of nobody', async () => {
    const headers = { 'Content-Length': String(most + 1) }
    const { answers, closed } = await sendRaw(
      sides.nginx.url,
      rawRequest('POST /api/card', headers, 'x'),
      { count: 2, timeoutMs: 8_000 },
    )
    expectJson(answers[0], 413, 'payload-too-large')
    expect(closed).toBe(true)
    expect(taken()).toEqual([])
  })

  test('without a length is refused where it becomes too long', async () => {
    const bytes = `${chunked}${chunks(most / chunk)}1\r\nx\r\n0\r\n\r\n`
    const { answers } = await sendRaw(sides.nginx.url, bytes)
    expectJson(answers[0], 413, 'payload-too-large')
    expect(taken()).toEqual([])
  })
})

describe('headers', () => {
  test.each([
    ['one that is long', { 'X-Long': 'x'.repeat(17_000) }],
    ['one longer than any buffer', { 'X-Long': 'x'.repeat(90_000) }],
    ['many', Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`X-${n}`, 'value']))],
  ])('beyond 16 KiB are refused: %s', async (_, headers) => {
    const { answers } = await sendRaw(sides.nginx.url, rawRequest('GET /api/user', headers))
    expectJson(answers[0], 431, 'headers-too-large')
    expect(taken()).toEqual([])
  })

  test('of a long address count like any other', async () => {
    const get = async (length: number) =>
      (await sendRaw(sides.nginx.url, rawRequest(`GET /api/user?x=${'x'.repeat(length)}`)))
        .answers[0]
    expect((await get(8_000))?.status).toBe(200)
    expect((await get(15_700))?.status).toBe(200)
    expectJson(await get(17_000), 431, 'headers-too-large')
    expectJson(await get(90_000), 414, 'headers-too-large')
    expect(taken()).toHaveLength(2)
  })
})

describe('what could be read in two ways', () => {
  const host = 'Host: x\r\n'
  const inner = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n'
  const post = `POST /api/card HTTP/1.1\r\n${host}`

  test.each([
    [
      'a length and chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
    [
      'chunks and a length',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ['an unknown coding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['two codings', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    [
      'two codings in two lines',
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ['two lengths', `${post}Content-Length: 0\r\nContent-Length: 38\r\n\r\n${inner}`],
    ['a length that is none', `${post}Content-Length: +5\r\n\r\nhello${inner}`],
    ['a space before a colon', `${post}Content-Length : 5\r\n\r\nhello${inner}`],
    ['two hosts', `GET /api/user HTTP/1.1\r\n${host}Host: y\r\n\r\n`],
    ['no host', 'GET /api/user HTTP/1.1\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a path above the root', `GET /../../etc/passwd HTTP/1.1\r\n${host}\r\n`],
    ['U+0000 in the address', `GET /api/user\0 HTTP/1.1\r\n${host}\r\n`],
    ['U+0000 in a header', `GET /api/user HTTP/1.1\r\n${host}X: \0\r\n\r\n`],
  ])('is refused, and the connection closed: %s', async (_, bytes) => {
    const { answers, closed } = await sendRaw(sides.nginx.url, bytes, { count: 3 })
    expectJson(answers[0], 400, 'validation')
    expect(answers).toHaveLength(1)
    expect(closed).toBe(true)
    expect(taken()).toEqual([])
  })

  test('a size of a chunk that is none ends the connection, and nothing follows it', async () => {
    const bytes = `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n\r\n${inner}`
    const { answers } = await sendRaw(sides.nginx.url, bytes, { count: 2 })
    expect(answers).toHaveLength(1)
    expectJson(answers[0], 400, 'validation')
    expect(taken()).toEqual([])
  })

  test('what one reads leniently the other never sees: each request is made anew', async () => {
    const lenient = [
      `POST /api/card HTTP/1.1\nHost: x\nContent-Length: 5\n\nhello`,
      `${post}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(300)}\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n`,
      `GET /api/user HTTP/1.1\r\n${host}\r\n`,
    ].join('')
    const { answers } = await sendRaw(sides.nginx.url, lenient, { count: 3 })
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(taken()).toMatchObject([
      { target: '/api/card', bytes: 5 },
      { target: '/api/card', bytes: 5 },
      { target: '/api/user', bytes: 0 },
    ])
  })
})

test('a hundred requests on one connection are answered in their order', async () => {
  const targets = Array.from({ length: 100 }, (_, n) => `/api/user?n=${n}`)
  const bytes = targets.map((target) => rawRequest(`GET ${target}`)).join('')
  const { answers } = await sendRaw(sides.nginx.url, bytes, { count: 100 })
  expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 200))
  expect(
    taken()
      .map(({ target }) => target)
      .sort(),
  ).toEqual([...targets].sort())
})
