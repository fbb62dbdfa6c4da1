import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chownSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { scratchDirectory } from './kept-server.ts'
import { type OsUser, ordinaryUser, postgresBinaries } from './postgres-binaries.ts'

export type PostgresServer = {
  /** As superuser, on the database `postgres`. */
  readonly url: string
  stop(): Promise<void>
}

/** For speed, not for keeping: a crash of the machine may cost the data. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  max_prepared_transactions: '8',
  shared_buffers: '64MB',
  scram_iterations: '1',
  timezone: 'UTC',
}

/*
 * Postgres lives as long as this script's standard input is open. The pipe closes with the process
 * that holds its other end, however that dies: neither a server nor its directory stays behind.
 */
const keeper = `
bin=$1 dir=$2; shift 2
"$bin/postgres" -D "$dir/data" "$@" < /dev/null &
cat > /dev/null
kill -QUIT $!; wait $!
rm -rf "$dir" 2> /dev/null
`

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A free port below those the system hands to outgoing connections, which come and go unasked. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(15_000, 32_000)
  return (await canListen(port)) ? port : freePort()
}

/** Makes an empty cluster in `<directory>/data`. */
export const initialise = (
  bin: string,
  directory: string,
  password: string,
  user?: OsUser,
): void => {
  const passwordFile = join(directory, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(directory, 'data'), `--pwfile=${passwordFile}`, ...options],
    { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'], ...user },
  )
  rmSync(passwordFile)
}

const isUp = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

const untilUp = async (url: string, log: string): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isUp(url)) return
    if (readFileSync(log, 'utf8').includes('system is shut down')) break
    await sleep(25)
  }
  throw new Error(`Postgres did not start:\n${readFileSync(log, 'utf8')}`)
}

/** A server under its keeper; the URL is where it will answer. */
const launch = async (bin: string, directory: string, password: string, user?: OsUser) => {
  const port = await freePort()
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const output = openSync(join(directory, 'log'), 'a')
  const keptServer = spawn('/bin/sh', ['-c', keeper, 'keeper', bin, directory, ...options], {
    cwd: directory,
    detached: true, // Ctrl-C is for the test run, which then closes the pipe.
    stdio: ['pipe', output, output],
    ...user,
  })
  closeSync(output)
  const exited = new Promise<void>((resolve) => keptServer.once('exit', () => resolve()))
  keptServer.unref()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      keptServer.ref()
      keptServer.stdin?.end()
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Starts an empty server on a free loopback port, under a password of its own. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const user = ordinaryUser()
  const directory = scratchDirectory('postgres', user)
  const bin = postgresBinaries(directory, user)
  const password = randomBytes(16).toString('hex')
  initialise(bin, directory, password, user)
  const server = await launch(bin, directory, password, user)
  try {
    await untilUp(server.url, join(directory, 'log'))
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
