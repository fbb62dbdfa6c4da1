import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../infra/embedded/postgres.ts'
import type { EmbeddedPostgres } from '../../../infra/embedded/supervisor.ts'
import { StartupProblem } from '../../../infra/startup-problem.ts'

jest.setTimeout(60_000)

const asRoot = process.getuid?.() === 0
const support = join(import.meta.dirname, '../../support')
const starter = [
  '--import',
  join(support, 'run-typescript.mjs'),
  join(support, 'start-embedded-postgres.ts'),
]

let home: string
let children: ChildProcess[]
let running: EmbeddedPostgres[]
let news: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
  chmodSync(home, 0o755)
  children = []
  running = []
  news = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of running) await server.stop()
  const left = postmasterPid()
  if (left) process.kill(left, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const log = { info: (text: string) => news.push(text), warn: (text: string) => news.push(text) }
const dataDirectory = () => join(home, 'postgres')

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory: dataDirectory(), log })
  running.push(server)
  return server
}

const pidFile = () => join(dataDirectory(), 'cluster/postmaster.pid')

function postmasterPid(): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)
  } catch {
    return null
  }
}

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const { host, port, superuser: user, password } = server
  const client = new pg.Client({ host, port, user, password, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** Starts the same supervisor in a process of its own; answers what it printed once it is up. */
async function startInChild(options: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [...starter, dataDirectory()], {
    ...options,
    stdio: 'pipe',
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  while (!output.startsWith('{') && child.exitCode === null) await sleep(20)
  if (child.exitCode !== null) throw new Error(output)
  return { child, server: JSON.parse(output) as Omit<EmbeddedPostgres, 'stop'> }
}

describe('the embedded Postgres', () => {
  test('makes a cluster on first use and finds its data again on the same port', async () => {
    const first = await start()
    await query(first, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(await query(second, 'select answer from kept')).toEqual([42])
    expect(second.port).toBe(first.port)
    expect(second.password).toBe(first.password)
  })

  test('is durable, speaks UTF-8, listens on loopback only and asks for a password', async () => {
    const server = await start()
    const shown = await query(
      server,
      `select name || '=' || setting from pg_settings where name in ('fsync', 'full_page_writes',
         'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'server_encoding',
         'data_checksums', 'password_encryption') order by name`,
    )
    expect(shown).toEqual([
      'data_checksums=on',
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=127.0.0.1',
      'password_encryption=scram-sha-256',
      'server_encoding=UTF8',
      'synchronous_commit=on',
      'unix_socket_directories=',
    ])
    await expect(query({ ...server, password: 'guess' }, 'select 1')).rejects.toThrow(/password/)
    expect(statSync(join(dataDirectory(), 'access.json')).mode & 0o077).toBe(0)
    expect(statSync(join(dataDirectory(), 'cluster')).mode & 0o077).toBe(0)
  })

  test('keeps statements and their values out of the log', async () => {
    const server = await start()
    await expect(query(server, "select 'secret value'::int")).rejects.toThrow(/invalid input/)
    await server.stop()
    expect(readFileSync(join(dataDirectory(), 'postgres.log'), 'utf8')).not.toContain('secret')
  })

  test('starts a killed server again, on the same port, with everything committed', async () => {
    const server = await start()
    await query(server, 'create table kept as select 42 as answer')
    process.kill(postmasterPid() ?? 0, 'SIGKILL')
    await eventually(async () => {
      expect(await query(server, 'select answer from kept')).toEqual([42])
    })
    expect(news.join()).toContain('stopped unexpectedly')
  })

  test('stops within five seconds although a transaction is open', async () => {
    const server = await start()
    const { host, port, superuser: user, password } = server
    const client = new pg.Client({ host, port, user, password, database: 'postgres' })
    client.on('error', () => {})
    const cut = new Promise<void>((resolve) => client.once('end', resolve))
    await client.connect()
    await client.query('begin; create table unfinished (id int)')
    const before = Date.now()
    await server.stop()
    expect(Date.now() - before).toBeLessThan(5000)
    await cut
    expect(postmasterPid()).toBeNull()
  })

  test('uses the server that a killed service left behind', async () => {
    const { child, server } = await startInChild()
    const left = postmasterPid()
    child.kill('SIGKILL')
    const adopted = await eventually(start)
    expect(postmasterPid()).toBe(left)
    expect(adopted.port).toBe(server.port)
    expect(await query(adopted, 'select 1')).toEqual([1])
    await adopted.stop()
    expect(postmasterPid()).toBeNull()
  })

  test.each([
    ['a process that is gone', 2_147_483_000],
    ['another process that was given the same id', process.ppid],
  ])('starts over a lock file that names %s', async (_, pid) => {
    await (await start()).stop()
    const lines = [pid, join(dataDirectory(), 'cluster'), 1, 5432, '', '127.0.0.1', '1 1', 'ready']
    writeFileSync(pidFile(), `${lines.join('\n')}\n`)
    writeFileSync(join(dataDirectory(), 'service.pid'), `${pid}\nsome earlier time\n`)
    expect(await query(await start(), 'select 1')).toEqual([1])
  })

  test('refuses a second service on the same directory and leaves the first alone', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(/already runs on .* \(process \d+\)/)
    await expect(start()).rejects.toBeInstanceOf(StartupProblem)
    expect(await query(first, 'select 1')).toEqual([1])
  })

  test('of two services that start at once, one runs', async () => {
    const starts = await Promise.allSettled([start(), start(), start()])
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('makes the cluster anew after a first start that was killed half-way', async () => {
    execFileSync('mkdir', ['-p', join(dataDirectory(), 'cluster.new/base')])
    writeFileSync(join(dataDirectory(), 'password.new'), 'left over')
    expect(await query(await start(), 'select 1')).toEqual([1])
    expect(() => statSync(join(dataDirectory(), 'password.new'))).toThrow(/ENOENT/)
  })

  test('says plainly that the files were made by another version', async () => {
    await (await start()).stop()
    writeFileSync(join(dataDirectory(), 'cluster/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/made by Postgres 17; this is 18/)
  })

  const onlyRoot = asRoot ? test : test.skip

  onlyRoot('runs under another user when started by root', async () => {
    await start()
    expect(statSync(`/proc/${postmasterPid()}`).uid).not.toBe(0)
  })

  onlyRoot('works in a directory that only root may enter', async () => {
    chmodSync(home, 0o700)
    const server = await start()
    await query(server, 'create table kept as select 42 as answer')
    process.kill(postmasterPid() ?? 0, 'SIGKILL')
    await eventually(async () => {
      expect(await query(server, 'select answer from kept')).toEqual([42])
    })
  })

  onlyRoot('runs as an ordinary user, who may not touch what root made', async () => {
    const nobody = { uid: 65_534, gid: 65_534 }
    chmodSync(home, 0o777)
    const { child, server } = await startInChild(nobody)
    expect(server.port).toBeGreaterThan(0)
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(nobody.uid)
    child.kill('SIGTERM')
    await eventually(async () => expect(postmasterPid()).toBeNull())
    rmSync(dataDirectory(), { recursive: true })
    await (await start()).stop()
    await expect(startInChild(nobody)).rejects.toThrow(/may not read or write|belong to another/)
  })
})
