import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { scratchDirectory } from '../../support/kept-server.ts'
import { freePort, initialise } from '../../support/postgres.ts'
import { ordinaryUser, postgresBinaries } from '../../support/postgres-binaries.ts'
import { dropDatabases, sharedServer } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { type Mortal, startMortal } from './mortal.ts'

/** A Postgres that keeps what it acknowledged through everything that is done to it. */
export type MortalPostgres = {
  /** As superuser, on the database `postgres`. */
  readonly url: string
  /** Ends it: in haste (`SIGQUIT`, what `pg_ctl -m immediate` sends) or by `SIGKILL`. */
  end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** At the same address, on what the last life left; does nothing while it runs. */
  ensure(): Promise<void>
  /** Where its disk is one of its own. */
  readonly disk?: string
  /** Its postmaster. */
  readonly pid: number
  /** Removes what it kept: all of it where the server is ours, else these databases. */
  remove(databases: readonly string[]): Promise<void>
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  timezone: 'UTC',
}

/** Runs one statement past everything, on a connection of its own. */
export const ask = async <R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Connections past everything, which may be ended on purpose: with their server, or with their database. */
export const poolOn = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString })
  // Nobody hears of one that was idle, not even of one that the pool has told to end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const isUp = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

/** Milliseconds; recovery after a crash included. */
const startLimit = 120_000

/** `parent`: where its directory is made; the system's temporary directory when absent. */
export const startMortalPostgres = async (parent?: string): Promise<MortalPostgres> => {
  const user = ordinaryUser()
  const directory = scratchDirectory('chaos-postgres', user, parent)
  const bin = postgresBinaries(directory, user)
  const password = randomBytes(16).toString('hex')
  initialise(bin, directory, password, user)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let life: Mortal
  const start = async () => {
    life = startMortal({
      command: join(bin, 'postgres'),
      args: ['-D', join(directory, 'data'), ...options],
      log: join(directory, 'log'),
      directory,
      user,
    })
    await until(
      () => isUp(url),
      (up) => up || !life.isRunning(),
      startLimit,
    )
    if (!life.isRunning()) throw new Error(`Postgres did not start:\n${life.output()}`)
  }
  await start()
  return {
    url,
    end: (signal) => life.signal(signal),
    ensure: async () => {
      if (!life.isRunning()) await start()
    },
    async remove() {
      await life.signal('SIGKILL')
      // Its children end by themselves when they miss it, and may still be writing.
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
    get pid() {
      return life.pid
    },
  }
}

/** The server that suites share: it may lose connections, and nothing else may happen to it. */
export const sharedPostgres = async (): Promise<MortalPostgres> => {
  const server = sharedServer()
  const login = `${server.superuser}:${encodeURIComponent(server.password)}`
  return {
    url: `postgres://${login}@${server.host}:${server.port}/postgres`,
    end: async () => {
      throw new Error('this Postgres is not ours to end')
    },
    ensure: async () => undefined,
    get pid(): number {
      throw new Error('this Postgres is not ours')
    },
    remove: (databases) => dropDatabases(server, databases),
  }
}
