import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxConf } from '../../infra/nginx/nginx-conf.ts'
import { containerOptions, type NginxOptions } from '../../infra/nginx/options.ts'
import { endpoints } from '../../shared/contract/index.ts'
import { pageForms, pages } from '../../shared/contract/pages.ts'
import { findProgram, installPackages, keepServer, scratchDirectory } from './kept-server.ts'
import { freePort } from './postgres.ts'
import { ordinaryUser } from './postgres-binaries.ts'

const debianPackage = 'nginx'

export const nginxProgram = (): string => {
  if (!findProgram('nginx')) installPackages(debianPackage)
  const found = findProgram('nginx')
  if (found) return found
  throw new Error(
    `These tests need nginx. Install it (Debian: apt-get install ${debianPackage}; macOS: brew ` +
      'install nginx).',
  )
}

export const addresses = { endpoints, pages, pageForms }

export type Nginx = {
  readonly url: string
  readonly port: number
  /** What it may write to. */
  readonly directory: string
  /** Lines of the log of requests so far. */
  log(): readonly Record<string, unknown>[]
  /** All it said, beside that. */
  output(): string
  stop(): Promise<void>
}

/** `host:port` of a URL. */
export const hostOf = (url: string): string => new URL(url).host

const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** nginx with the configuration that installations get, in front of these processes. */
export const startNginx = async (
  upstreams: NginxOptions['upstreams'],
  more: Partial<NginxOptions> = {},
): Promise<Nginx> => {
  const user = ordinaryUser()
  const home = scratchDirectory('nginx', user)
  const directory = join(home, 'written')
  mkdirSync(directory)
  if (user) chownSync(directory, user.uid, user.gid)
  const port = await freePort()
  const accessLog = join(home, 'access.log')
  const options = {
    ...containerOptions,
    upstreams,
    listen: `127.0.0.1:${port}`,
    directory,
    pid: join(directory, 'nginx.pid'),
    accessLog,
  }
  const file = join(home, 'nginx.conf')
  writeFileSync(file, nginxConf(addresses, { ...options, ...more }))
  // One process: whatever ends it ends all of it.
  const args = ['-p', home, '-c', file, '-g', 'daemon off; master_process off;']
  const kept = keepServer(nginxProgram(), args, home, user)
  const url = `http://127.0.0.1:${port}`
  await kept.untilUp(() =>
    fetch(`${url}/livez`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    ),
  )
  return {
    url,
    port,
    directory,
    log: () => linesOf(accessLog),
    output: () => readFileSync(join(home, 'log'), 'utf8'),
    stop: kept.stop,
  }
}
