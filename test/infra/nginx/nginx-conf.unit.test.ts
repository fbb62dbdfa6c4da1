import { readFileSync } from 'node:fs'
import { expect, jest, test } from '@jest/globals'
import { nginxConf } from '../../../infra/nginx/nginx-conf.ts'
import { containerOptions } from '../../../infra/nginx/options.ts'
import { loggedPaths } from '../../../infra/nginx/routing.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { pageForms, pages } from '../../../shared/contract/pages.ts'
import { runCommand } from '../../support/terminal.ts'

const addresses = { endpoints, pages, pageForms }
const committed = readFileSync('infra/deploy/nginx.conf', 'utf8')

test('the committed configuration is that of the endpoints', async () => {
  // When it is not: npm run --silent cli -- nginx --container > infra/deploy/nginx.conf
  expect(nginxConf(addresses, containerOptions)).toBe(committed)
  const { out } = await runCommand(['nginx', '--container'], {})
  expect(`${out.join('\n')}\n`).toBe(committed)
  const named = await runCommand(['nginx', '--listen', '80', '--pid', '/a', '--container'], {})
  expect(named.out).toEqual(expect.arrayContaining(['pid /a;', '    listen 80 default_server;']))
})

test('without --container it is for a Debian whose systemd runs nginx, reached from there alone', async () => {
  const { out } = await runCommand(['nginx'], {})
  const text = out.join('\n')
  for (const line of [
    'user www-data;',
    'worker_rlimit_nofile 8192;',
    'pid /run/nginx.pid;',
    'access_log /var/log/nginx/access.log requests;',
    'server 127.0.0.1:3001 max_fails',
    'server 127.0.0.1:3002 max_fails',
    'listen 127.0.0.1:8080 default_server;',
  ])
    expect(text).toContain(line)
  expect(text).not.toMatch(/\/tmp|\/dev\/stdout|_temp_path/)
})

test('the command puts in what an installation has, and takes nothing that nginx would obey', async () => {
  const tls = ['--tls-certificate', '/tls/chain.pem', '--tls-key', '/tls/key.pem']
  const { out } = await runCommand(
    ['nginx', '--command', 'a:1,b:2', '--query', '[::1]:3', ...tls, '--balancer', '10.0.0.0/8'],
    {},
  )
  const text = out.join('\n')
  for (const line of [
    'server a:1 max_fails',
    'server b:2 max_fails',
    'server [::1]:3 max_fails',
    'listen 127.0.0.1:8443 ssl http2 default_server;',
    'ssl_certificate /tls/chain.pem;',
    'ssl_certificate_key /tls/key.pem;',
    'set_real_ip_from 10.0.0.0/8;',
    'return 308 https://$host$request_uri;',
  ])
    expect(text).toContain(line)
  jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`)
  })
  for (const [option, value] of [
    ['--command', 'a:1;'],
    ['--query', 'a'],
    ['--listen', '80 } server {'],
    ['--tls-key', 'x;y'],
    ['--balancer', 'all;'],
    ['--access-log', '/x y'],
    ['--pid', 'nginx.pid'],
    ['--user', 'a;'],
  ])
    expect(await runCommand(['nginx', `${option}`, `${value}`], {})).toMatchObject({ out: [] })
  jest.restoreAllMocks()
  const { problems } = await runCommand(['nginx', '--tls-key', '/key.pem'], {})
  expect(problems).toEqual(['--tls-certificate and --tls-key must be given together.'])
})

test('the log knows every address by its pattern, so that no value of it is written down', () => {
  const patterns = loggedPaths(addresses).map(
    ([pattern, path]) => [new RegExp(pattern.slice(1)), path] as const,
  )
  const logged = (target: string) => patterns.find(([pattern]) => pattern.test(target))?.[1] ?? '*'
  const secret = '9c9ab2e0-6c2c-4d5e-8f43-0123456789ab'
  for (const { path } of [...endpoints, ...pages, ...pageForms]) {
    const target = path.replaceAll(/:\w+/g, secret)
    for (const more of ['', '/', `?token=${secret}`])
      expect([target, logged(target + more)]).toEqual([target, path])
    for (const alias of [`/${target}`, `${target}//`, target.toUpperCase(), `${target};x=1`])
      expect(logged(alias)).not.toContain(secret)
  }
  expect(logged(`/api//public/card/${secret}`)).toBe('*')
  expect(logged(`/auth/reset_password/${secret}`)).toBe('/auth/reset_password/:token')
})
