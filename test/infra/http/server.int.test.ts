import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { defaultTimeouts, type RunningServer, startServer } from '../../../infra/http/server.ts'
import { StartupProblem } from '../../../infra/startup-problem.ts'
import { type RawAnswer, rawRequest, sendRaw } from '../../support/raw-http.ts'

let server: RunningServer | undefined
afterEach(() => server?.stop())

const start = async (timeouts = defaultTimeouts) => {
  const app = express()
  app.post('/echo', express.raw({ type: () => true }), (request, response) => {
    response.send(request.body)
  })
  app.get('/slow', async (_, response) => {
    await sleep(300)
    response.send('done')
  })
  server = await startServer(app, { host: '127.0.0.1', port: 0 }, timeouts)
  return `http://127.0.0.1:${server.port}`
}

const expectJson = (answer: RawAnswer | undefined, status: number, code: string) => {
  expect(answer?.status).toBe(status)
  expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer?.headers.get('connection')).toBe('close')
  expect(JSON.parse(answer?.body ?? '')).toEqual({ message: expect.any(String), error: true, code })
}

describe('a client that dawdles', () => {
  const hasty = { headers: 200, request: 400, keepAlive: 300, check: 50 }

  test.each([
    ['with its headers', 'GET /slow HTTP/1.1\r\nHost: x\r\nX-A'],
    ['with its body', rawRequest('POST /echo', { 'Content-Length': '100' }, 'x')],
  ])('%s is told so and cut', async (_, bytes) => {
    const url = await start(hasty)
    const startedAt = performance.now()
    const { answers, closed } = await sendRaw(url, bytes, { count: 2 })
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect(closed).toBe(true)
    expectJson(answers[0], 408, 'request-timeout')
  })

  test('between two requests is closed after a while', async () => {
    const url = await start(hasty)
    const { answers, closed } = await sendRaw(url, rawRequest('GET /slow'), { count: 2 })
    expect(answers).toMatchObject([{ status: 200 }])
    expect(closed).toBe(true)
  })

  test('is not waited for longer than this', () => {
    expect(defaultTimeouts).toMatchObject({ headers: 10_000, request: 30_000 })
    expect(defaultTimeouts.headers + defaultTimeouts.check).toBeLessThan(15_000)
  })
})

describe('what is no request', () => {
  const host = 'Host: x\r\n'
  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an unknown method', `FROBNICATE / HTTP/1.1\r\n${host}\r\n`],
    ['no host', 'GET /slow HTTP/1.1\r\n\r\n'],
    [
      'two lengths',
      `POST /echo HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
    ],
    [
      'a length and chunks',
      `POST /echo HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an unknown coding',
      `POST /echo HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a bare line feed', `GET /slow HTTP/1.1\n${host}X: y\n\r\n`.replace('\r\nX', '\nX')],
    ['a folded header', `GET /slow HTTP/1.1\r\n${host}X: y\r\n z\r\n: \r\n\r\n`],
    ['a header with U+0000', `GET /slow HTTP/1.1\r\n${host}X: \0\r\n\r\n`],
  ])('is refused and cut: %s', async (_, bytes) => {
    const { answers, closed } = await sendRaw(await start(), bytes, { count: 2 })
    expect(answers[0]?.status).toBe(400)
    expect(answers).toHaveLength(1)
    expect(closed).toBe(true)
  })

  test('with too many headers is 431, as JSON', async () => {
    const bytes = rawRequest('GET /slow', { 'X-Long': 'x'.repeat(17_000) })
    expectJson((await sendRaw(await start(), bytes)).answers[0], 431, 'headers-too-large')
  })

  test('with too much beside its chunks is 413, as JSON', async () => {
    const head = rawRequest('POST /echo', { 'Transfer-Encoding': 'chunked' })
    const bytes = `${head}1;${'x'.repeat(20_000)}\r\n`
    expectJson((await sendRaw(await start(), bytes)).answers[0], 413, 'payload-too-large')
  })

  test('does not get between the bytes of an answer', async () => {
    const url = await start()
    const bytes = `${rawRequest('GET /slow')}garbage\r\n\r\n`
    const { answers } = await sendRaw(url, bytes, { count: 2 })
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(1)
  })

  test('leaves the server as it was when a client resets', async () => {
    const url = await start()
    const { hostname, port } = new URL(url)
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(Number(port), hostname)
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
      socket.resetAndDestroy()
    }
    expect((await fetch(`${url}/slow`)).status).toBe(200)
  })
})

test('a hundred requests on one connection are answered in their order', async () => {
  const url = await start()
  const bodies = Array.from({ length: 100 }, (_, n) => `number ${n}`)
  const bytes = bodies.map((body) => rawRequest('POST /echo', {}, body)).join('')
  const { answers } = await sendRaw(url, bytes, { count: 100 })
  expect(answers.map(({ body }) => body)).toEqual(bodies)
})

test('a server that stops lets what is under way finish', async () => {
  const url = await start()
  const answer = fetch(`${url}/slow`)
  await sleep(50)
  const stopped = server?.stop()
  server = undefined
  expect(await (await answer).text()).toBe('done')
  await stopped
  await expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed')
})

test.each(['999.1.1.1', '203.0.113.7'])(
  'an address that is not ours, %s, is told in a sentence',
  async (host) => {
    const problem = await startServer(() => undefined, { host, port: 0 }).catch(
      (error: unknown) => error,
    )
    expect(problem).toBeInstanceOf(StartupProblem)
    expect(String(problem)).toContain(host)
    expect(String(problem)).toContain('set HOST to one')
  },
)
