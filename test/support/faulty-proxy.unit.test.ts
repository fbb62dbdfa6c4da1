import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type FaultyProxy, faultyProxy } from './faulty-proxy.ts'
import { until } from './until.ts'

/** Answers each request with itself, in capitals. */
let server: Server
let proxy: FaultyProxy
let arrived = ''
const clients: Socket[] = []

beforeAll(async () => {
  server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        arrived += bytes
        socket.write(String(bytes).toUpperCase())
      }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(async () => {
  arrived = ''
  proxy = await faultyProxy(`tcp://name@127.0.0.1:${(server.address() as AddressInfo).port}/place`)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  proxy.close()
})
afterAll(() => void server.close())

const client = () => {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  clients.push(socket)
  const seen = { text: '', pieces: 0, end: '' }
  socket.on('data', (bytes) => {
    seen.text += bytes
    seen.pieces += 1
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.end = String(error.code)
  })
  socket.on('close', () => {
    seen.end ||= 'closed'
  })
  const hears = (text: string) =>
    until(
      async () => seen.text,
      (it) => it === text,
    )
  const ends = () =>
    until(
      async () => seen.end,
      (it) => it !== '',
    )
  return { send: (text: string) => socket.write(text), seen, hears, ends }
}

test('the URL leads through the proxy and is the given one otherwise', async () => {
  expect(proxy.url).toBe(`tcp://name@127.0.0.1:${proxy.port}/place`)
  const one = client()
  one.send('hello')
  await one.hears('HELLO')
})

test('what is delayed comes in order, and at once when the delay is over', async () => {
  const one = client()
  proxy.set({ kind: 'delay', ms: 5, jitter: 20 })
  for (const letter of 'abcdef') one.send(letter)
  await one.hears('ABCDEF')
  proxy.set({ kind: 'delay', ms: 600_000 })
  one.send('g')
  proxy.set({ kind: 'pass' })
  await one.hears('ABCDEFG')
})

test('a slicer hands over byte by byte', async () => {
  const one = client()
  proxy.set({ kind: 'slice' })
  one.send('in pieces')
  await one.hears('IN PIECES')
  expect(one.seen.pieces).toBeGreaterThan(3)
})

test('a black hole swallows both ways, a mute server only answers', async () => {
  const one = client()
  one.send('a')
  await one.hears('A')
  proxy.set({ kind: 'mute' })
  one.send('b')
  await until(
    async () => arrived,
    (it) => it === 'ab',
  )
  proxy.set({ kind: 'blackhole' })
  one.send('c')
  const past = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(past)
  past.write('d')
  await until(
    async () => arrived,
    (it) => it === 'abd',
  )
  expect([one.seen.text, one.seen.end]).toEqual(['A', ''])
})

test('whoever is refused is reset, and let in again later', async () => {
  const one = client()
  one.send('a')
  await one.hears('A')
  proxy.set({ kind: 'refuse' })
  expect(await one.ends()).toBe('ECONNRESET')
  expect(await client().ends()).toBe('ECONNRESET')
  proxy.set({ kind: 'pass' })
  const again = client()
  again.send('b')
  await again.hears('B')
})

test('an answer is cut after so many bytes', async () => {
  const one = client()
  proxy.set({ kind: 'cut', after: 3 })
  one.send('letters')
  await one.ends()
  expect([arrived, 'LET'.startsWith(one.seen.text)]).toEqual(['letters', true])
})

test('a request is lost on its way, or its answer is', async () => {
  const before = client()
  proxy.cutAt(/commit/i, 'before')
  before.send('first')
  await before.hears('FIRST')
  before.send('COMMIT')
  await before.ends()
  expect(arrived).toBe('first')
  const behind = client()
  proxy.cutAt(/commit/i, 'behind')
  behind.send('commit')
  await behind.ends()
  expect([arrived, behind.seen.text]).toEqual(['firstcommit', ''])
})

test('of a half-open connection only the server learns', async () => {
  const one = client()
  one.send('a')
  await one.hears('A')
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  await until(connections, (count) => count === 1)
  proxy.set({ kind: 'half-open' })
  await until(connections, (count) => count === 0)
  one.send('b')
  expect([one.seen, arrived]).toEqual([{ text: 'A', pieces: 1, end: '' }, 'a'])
})
