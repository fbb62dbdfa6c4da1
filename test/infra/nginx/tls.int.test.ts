import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freePort } from '../../support/postgres.ts'
import { ordinaryUser } from '../../support/postgres-binaries.ts'
import { startTwoSides, type TwoSides } from '../../support/two-sides.ts'

const directory = mkdtempSync(join(tmpdir(), 'nginx-tls-'))
const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')]
let sides: TwoSides
let port: number

beforeAll(async () => {
  const options = `-subj /CN=x -days 2 -keyout ${key} -out ${certificate}`
  const asked = `req -x509 -newkey rsa:2048 -nodes ${options}`
  execFileSync('openssl', asked.split(' '), { stdio: 'ignore' })
  const user = ordinaryUser()
  if (user) for (const path of [directory, certificate, key]) chownSync(path, user.uid, user.gid)
  port = await freePort()
  const tls = { listen: `127.0.0.1:${port}`, certificate, key }
  sides = await startTwoSides(undefined, { tls, balancers: ['127.0.0.1'] })
}, 30_000)
afterAll(async () => {
  await sides?.stop()
  rmSync(directory, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false },
      (answer) => resolve(answer.resume()),
    )
    sent.on('error', reject).end()
  })

test('plain HTTP leads to TLS, by the same method', async () => {
  const { url } = sides.nginx
  const answer = await fetch(`${url}/api/card?x=1`, { method: 'POST', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    308,
    'https://127.0.0.1/api/card?x=1',
  ])
  expect([...sides.taken('command'), ...sides.taken('query')]).toEqual([])
})

test('over TLS browsers are told to stay with it, on answers as on refusals', async () => {
  for (const [path, status] of [
    ['/api/user', 200],
    ['/livez', 404],
  ] as const) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['strict-transport-security']]).toEqual([status, 'max-age=31536000'])
  }
  expect(sides.taken('query')[0]?.headers['x-forwarded-proto']).toBe('https')
})

test('of a client a balancer of ours tells the address; what stands before that, anybody may write', async () => {
  const said = { 'X-Forwarded-For': '203.0.113.7, 198.51.100.9', 'X-Forwarded-Proto': 'https' }
  await get('/api/user', said)
  expect(sides.taken('query')[0]?.headers['x-forwarded-for']).toBe('198.51.100.9')
})
