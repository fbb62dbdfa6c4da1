import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nginxConf } from '../../../infra/nginx/nginx-conf.ts'
import { containerOptions, hostOptions } from '../../../infra/nginx/options.ts'
import { sideOfPage } from '../../../shared/contract/page.ts'
import { addresses, nginxProgram } from '../../support/nginx.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { startTwoSides, type TwoSides } from '../../support/two-sides.ts'
import { until } from '../../support/until.ts'

let sides: TwoSides

beforeAll(async () => {
  sides = await startTwoSides()
}, 30_000)
afterAll(() => sides?.stop())

const nameAt = async (method: string, path: string): Promise<string> => {
  const body = method === 'POST' || method === 'PUT' ? '{}' : null
  const answer = await fetch(`${sides.nginx.url}${path}`, { method, body })
  const { name } = (await answer.json()) as { name: string }
  return name.replace(/-\d$/, '')
}

const secret = '9c9ab2e0-6c2c-4d5e-8f43-0123456789ab'
const some = (path: string) => path.replaceAll(/:\w+/g, secret)

test('what is committed is a configuration for nginx, with TLS and balancers as without', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-t-'))
  const at = (name: string) => join(directory, name)
  const request = `req -x509 -newkey rsa:2048 -nodes -subj /CN=x -days 2 -keyout ${at('key')} -out ${at('cert')}`
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' })
  const tls = { listen: '8443', certificate: at('cert'), key: at('key') }
  const upstreams = { command: ['127.0.0.1:1', '127.0.0.1:1'], query: ['127.0.0.1:2'] }
  for (const more of [
    {},
    { tls },
    { tls, balancers: ['10.0.0.0/8', '::1'] },
    { ...hostOptions, user: userInfo().username },
  ]) {
    const here = { upstreams, directory, pid: at('pid'), accessLog: at('log') }
    const options = { ...containerOptions, ...more, ...here }
    writeFileSync(at('nginx.conf'), nginxConf(addresses, options))
    const args = ['-t', '-q', '-p', directory, '-c', at('nginx.conf')]
    expect(() => execFileSync(nginxProgram(), args, { stdio: 'pipe' })).not.toThrow()
  }
  rmSync(directory, { recursive: true })
})

test('every endpoint, page and form is asked of its side, in every spelling the service takes', async () => {
  for (const { method, path, side } of addresses.endpoints)
    for (const more of ['', '/?a=b', '?x=/api/card'])
      expect([method, path, await nameAt(method, some(path) + more)]).toEqual([method, path, side])
  for (const page of addresses.pages)
    expect(await nameAt('GET', some(page.path))).toBe(sideOfPage(page))
  for (const { path, does } of addresses.pageForms)
    expect([path, await nameAt('POST', path)]).toEqual([path, does.side])
}, 60_000)

test('an address arrives as it was sent, and decides as the service reads it', async () => {
  sides.taken('command')
  sides.taken('query')
  const targets: readonly (readonly [string, string, 'command' | 'query'])[] = [
    ['POST', '/api//card', 'query'],
    ['POST', '/api%2Fcard', 'query'],
    ['POST', '/API/card', 'query'],
    ['POST', '/api/card;x=1', 'query'],
    ['POST', '/api/x/../card', 'query'],
    ['POST', '/api/dataset/parameter/search/a%2Fb?c=%2F', 'query'],
    ['PUT', '/api/setting/a%2Fb', 'command'],
    ['DELETE', '/api/user/current', 'query'],
    ['PATCH', '/api/card/1', 'query'],
    ['OPTIONS', '/api/card', 'query'],
    ['HEAD', '/api/session/password_reset_token_valid?token=x', 'command'],
  ]
  for (const [method, target, side] of targets) {
    await sendRaw(sides.nginx.url, rawRequest(`${method} ${target}`, { Connection: 'close' }))
    expect([method, target, sides.taken(side).map((it) => it.target)]).toEqual([
      method,
      target,
      [target],
    ])
  }
  const absolute = rawRequest('PUT http://elsewhere.example/api/card/1?x=1', { Host: 'here.test' })
  await sendRaw(sides.nginx.url, absolute)
  expect(sides.taken('command')).toMatchObject([
    { target: '/api/card/1?x=1', headers: { host: 'here.test' } },
  ])
})

test('what clients say of themselves counts for nothing', async () => {
  const headers = {
    Host: 'somewhere.test:8080',
    'X-Forwarded-For': '203.0.113.7, 198.51.100.1',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
    'X-Real-IP': '203.0.113.7',
    Forwarded: 'for=203.0.113.7;proto=https',
    X_Forwarded_For: '203.0.113.7',
    'X-Request-Id': 'chosen-by-the-caller',
    'X-Service-Session': 'kept',
    Connection: 'X-Forwarded-For, close',
  }
  const bytes = rawRequest('GET /api/user', headers)
  await sendRaw(
    sides.nginx.url,
    bytes.replace('Forwarded:', 'X-Forwarded-For: 1.2.3.4\r\nForwarded:'),
  )
  const [asked] = sides.taken('query')
  expect(asked?.headers).toEqual({
    host: 'somewhere.test:8080',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-request-id': 'chosen-by-the-caller',
    'x-service-session': 'kept',
  })
  await sendRaw(sides.nginx.url, rawRequest('GET /api/user', { 'X-Request-Id': 'no good!' }))
  expect(sides.taken('query')[0]?.headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
})

describe('what nobody outside is to ask', () => {
  test.each(['/livez', '/readyz', '/readyz/', '/metrics', '/livez?x', '/readyz#x'])(
    '%s has no address here',
    async (target) => {
      sides.taken('query')
      const { answers } = await sendRaw(sides.nginx.url, rawRequest(`GET ${target}`))
      expect(answers).toMatchObject([{ status: 404 }])
      expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ code: 'not-found', error: true })
      expect(sides.taken('query')).toEqual([])
    },
  )

  test.each(['/-/command', '/-/query', '/-/'])('%s leads nowhere inside', async (path) => {
    sides.taken('query')
    expect((await fetch(`${sides.nginx.url}${path}`)).status).toBe(404)
    expect([...sides.taken('query'), ...sides.taken('command')]).toEqual([])
  })

  test.each(['TRACE', 'CONNECT'])('%s is refused with what is there instead', async (method) => {
    const { answers } = await sendRaw(sides.nginx.url, rawRequest(`${method} /api/user`))
    expect(answers).toMatchObject([{ status: 405 }])
    expect(answers[0]?.headers.get('allow')).toContain('GET')
    expect(sides.taken('query')).toEqual([])
  })
})

test('a log tells what became of a request, and no key, link or token', async () => {
  for (const path of [
    `/api/public/card/${secret}`,
    `/api/embed/card/${secret}/query?param=${secret}`,
    `/auth/reset_password/${secret}`,
    `/api/session/password_reset_token_valid?token=${secret}`,
    `/api//public/card/${secret}`,
    `/nothing/${secret}`,
  ])
    await fetch(`${sides.nginx.url}${path}`, { headers: { 'X-Request-Id': 'the-last-ones' } })
  const log = await until(
    async () => sides.nginx.log().filter(({ requestId }) => requestId === 'the-last-ones'),
    (lines) => lines.length === 6,
  )
  expect(log.map(({ path }) => path)).toEqual([
    '/api/public/card/:uuid',
    '/api/embed/card/:token/query',
    '/auth/reset_password/:token',
    '/api/session/password_reset_token_valid',
    '*',
    '*',
  ])
  expect(log[0]).toMatchObject({ method: 'GET', status: 200, client: '127.0.0.1' })
  expect(JSON.stringify(sides.nginx.log()) + sides.nginx.output()).not.toContain(secret)
})
