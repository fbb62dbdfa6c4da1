import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type HttpCallerOptions, httpCaller } from '../../../infra/http-actions/http-caller.ts'
import type { HttpCall } from '../../../shared/ports/http-caller.ts'
import { type HttpRemote, httpRemote } from '../../support/http-remote.ts'

const remotes: HttpRemote[] = []
const remote = async (answer: (socket: Socket) => void) => {
  const started = await httpRemote(answer)
  remotes.push(started)
  return started
}
afterEach(async () => {
  for (const started of remotes.splice(0)) await started.stop()
})

const saying = (text: string) => remote((socket) => socket.end(text))
const ok = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

const caller = (more: Partial<HttpCallerOptions> = {}) =>
  httpCaller({
    userAgent: 'Analytics Service/0.1',
    allowedHosts: async () => ['127.0.0.1'],
    ownEndpoints: [],
    timeoutMs: 5_000,
    ...more,
  })

const call = (to: HttpRemote, more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'GET',
  url: `http://127.0.0.1:${to.port}/a?b=c`,
  headers: {},
  ...more,
})

const never = new AbortController().signal
const made = (to: HttpRemote, more?: Partial<HttpCall>, options?: Partial<HttpCallerOptions>) =>
  caller(options).call(call(to, more), { signal: never })

describe('an answer', () => {
  test('comes with its status, headers and body; the request says who asks', async () => {
    const to = await saying(ok('{"ä": 1}', 'X-A: 1\r\nX-A: 2\r\n'))
    const outcome = await made(to, {
      method: 'DELETE',
      headers: { 'X-Token': 'secret', 'Content-Type': 'application/json' },
      body: '{"ü": 2}',
    })
    expect(outcome).toEqual({
      kind: 'answered',
      status: 200,
      headers: { 'content-length': '9', 'x-a': '1, 2' },
      body: '{"ä": 1}',
    })
    const [line, ...lines] = Buffer.from(to.received(), 'latin1').toString().split('\r\n')
    expect(line).toBe('DELETE /a?b=c HTTP/1.1')
    expect(lines.slice(0, -2).sort()).toEqual([
      'Accept-Encoding: identity',
      'Connection: close',
      'Content-Length: 9',
      'Content-Type: application/json',
      `Host: 127.0.0.1:${to.port}`,
      'User-Agent: Analytics Service/0.1',
      'X-Token: secret',
    ])
    expect(lines.at(-1)).toBe('{"ü": 2}')
  })

  test.each([301, 302, 303, 307, 308, 400, 500])(
    'of %d is one; nothing is followed',
    async (status) => {
      const to = await saying(
        `HTTP/1.1 ${status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n`,
      )
      expect(await made(to)).toMatchObject({ kind: 'answered', status, body: '' })
      expect(to.connections()).toBe(1)
    },
  )

  test('of the greatest length is whole', async () => {
    const to = await saying(ok('x'.repeat(1_000)))
    expect(await made(to, {}, { maxBytes: 1_000 })).toMatchObject({ body: 'x'.repeat(1_000) })
  })

  test('without a length ends with the connection', async () => {
    const to = await saying('HTTP/1.0 200 OK\r\n\r\nall of it')
    expect(await made(to)).toMatchObject({ kind: 'answered', body: 'all of it' })
  })
})

describe('an answer is none, and the other side may have acted,', () => {
  const drip = (socket: Socket, piece: string) => {
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const answers: readonly (readonly [string, RegExp, (socket: Socket) => void])[] = [
    ['that is too long', /longer than 1000 bytes/, (it) => it.end(ok('x'.repeat(1_001)))],
    [
      'that never ends',
      /longer than 1000 bytes/,
      (it) => {
        it.write('HTTP/1.1 200 OK\r\n\r\n')
        drip(it, 'x'.repeat(500))
      },
    ],
    [
      'that drips',
      /no answer within 0.3 s/,
      (it) => {
        it.write('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n')
        drip(it, 'x')
      },
    ],
    [
      'whose head drips',
      /no answer within 0.3 s/,
      (it) => {
        it.write('HTTP/1.1 200 OK\r\nX: ')
        drip(it, 'x')
      },
    ],
    ['that does not come', /no answer within 0.3 s/, () => undefined],
    ['that is no HTTP', /broke/, (it) => it.end('+OK\r\n')],
    ['without a head', /broke|ended/, (it) => it.end()],
    ['that is cut', /broke/, (it) => it.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
    [
      'that is cut between chunks',
      /broke/,
      (it) => it.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    ],
    ['that is reset', /broke/, (it) => it.resetAndDestroy()],
    [
      'that is packed',
      /encoding that was not asked for/,
      (it) => it.end(ok('packed', 'Content-Encoding: gzip\r\n')),
    ],
    [
      'that changes the protocol',
      /ended without/,
      (it) => it.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
    ['whose head is endless', /broke/, (it) => it.end(ok('', `X: ${'x'.repeat(100_000)}\r\n`))],
  ]
  test.each(answers)('where it is one %s', async (_, reason, answer) => {
    const to = await remote(answer)
    const outcome = await made(to, {}, { maxBytes: 1_000, timeoutMs: 300 })
    expect(outcome).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(reason),
      mayHaveActed: true,
    })
  })

  test('where the caller leaves', async () => {
    const leaving = new AbortController()
    const to = await remote(() => leaving.abort())
    expect(await caller().call(call(to), { signal: leaving.signal })).toEqual({
      kind: 'failed',
      reason: 'The call was cancelled.',
      mayHaveActed: true,
    })
  })
})

describe('nothing was sent', () => {
  test('where nobody listens', async () => {
    const gone = await saying('')
    await gone.stop()
    expect(await made(gone)).toEqual({
      kind: 'failed',
      reason: 'No connection could be made.',
      mayHaveActed: false,
    })
  })

  test('where the resolver takes too long, or the caller has left', async () => {
    const to = await saying(ok(''))
    const slow = { lookup: () => new Promise<never>(() => undefined), timeoutMs: 100 }
    const url = `http://slow.example:${to.port}/`
    expect(await made(to, { url }, slow)).toMatchObject({ kind: 'failed', mayHaveActed: false })
    expect(await caller().call(call(to), { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'failed',
      mayHaveActed: false,
    })
    expect(to.connections()).toBe(0)
  })

  test.each([
    { Host: 'evil' },
    { 'transfer-encoding': 'chunked' },
    { 'X-A': 'a\r\nX-B: b' },
    { 'X\r\nA': 'a' },
  ])('with the headers %j', async (headers) => {
    const to = await saying(ok(''))
    expect(await made(to, { headers })).toMatchObject({ kind: 'refused' })
    expect(to.connections()).toBe(0)
  })

  test.each(['localhost', '127.0.0.2', '0x7f.1', '2130706433', '127.1', '[::ffff:127.0.0.1]'])(
    'to this machine as %s while that is not allowed',
    async (host) => {
      const to = await saying(ok(''))
      const url = `http://${host}:${to.port}/`
      expect(await made(to, { url })).toMatchObject({ kind: 'refused' })
      expect(to.connections()).toBe(0)
    },
  )
})

describe('a name', () => {
  test('that leads elsewhere the second time leads to what was checked', async () => {
    const to = await saying(ok('here'))
    let asked = 0
    const lookup = async () => {
      asked += 1
      // What a second look would find: nobody, within the time there is.
      return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
    }
    const allowed = { lookup, allowedHosts: async () => ['rebinding.example'] }
    const url = `http://rebinding.example:${to.port}/x`
    expect(await made(to, { url }, allowed)).toMatchObject({ kind: 'answered', body: 'here' })
    expect(asked).toBe(1)
    expect(to.received()).toContain(`Host: rebinding.example:${to.port}\r\n`)
  })

  test('that leads to this machine is refused, first or second', async () => {
    const to = await saying(ok('here'))
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1']]) {
      const lookup = async () => addresses.map((address) => ({ address, family: 4 }))
      const url = `http://public.example:${to.port}/`
      expect(await made(to, { url }, { lookup })).toMatchObject({ kind: 'refused' })
    }
    expect(to.connections()).toBe(0)
  })
})

test('proxies of the environment are passed by', async () => {
  const [proxy, to] = [await saying(ok('proxy')), await saying(ok('here'))]
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
  try {
    expect(await made(to)).toMatchObject({ body: 'here' })
    expect(proxy.connections()).toBe(0)
  } finally {
    for (const name of names) delete process.env[name]
  }
})
