import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { loadConfig } from '../../../infra/config.ts'
import { prepareGiven } from '../../../infra/main/given-storage.ts'
import { builtService } from '../../support/build.ts'
import { embeddingKey } from '../../support/embedding-token.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { freePort } from '../../support/postgres.ts'
import { masterKey } from '../../support/service.ts'
import type { Addresses } from '../clients/client.ts'
import type { Random } from '../random.ts'
import type { MortalEventStoreDb } from './eventstoredb.ts'
import { type KeptProgram, keptNats, keptRedis } from './kept.ts'
import type { Layout } from './layout.ts'
import { logInEventStoreDb, logInPostgres, type WorldLog } from './log.ts'
import { type Mortal, startMortal } from './mortal.ts'
import { type MortalPostgres, startMortalPostgres } from './postgres.ts'
import { type ServiceProcess, serviceProcess } from './service-process.ts'

export type WorldOptions = {
  readonly layout: Layout
  /** A server of the world's own when absent. */
  readonly startPostgres?: () => Promise<MortalPostgres>
  /** Where the log is; in Postgres when absent. */
  readonly startEventStoreDb?: (() => Promise<MortalEventStoreDb>) | undefined
  readonly random: Random
  /** More, or in place of, what the processes are told. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The service with everything it stands on, all of it there to be broken. */
export type World = {
  readonly layout: Layout
  readonly processes: readonly ServiceProcess[]
  readonly postgres: MortalPostgres
  readonly log: WorldLog
  readonly nats: KeptProgram
  readonly redis: KeptProgram
  /** The ways of all processes to what they depend on; to the log in Postgres it is the database's. */
  readonly ways: Readonly<Record<Dependency, FaultyProxy>>
  /** Superuser's, on the service's database and past the proxy. */
  readonly database: string
  readonly masterKey: string
  readonly admin: { readonly username: string; readonly password: string }
  of(role: ServiceProcess['role']): readonly ServiceProcess[]
  addresses(): Addresses
  /** Another process beside those there are, not started. */
  another(name: string, role: ServiceProcess['role'], how?: Differently): Promise<ServiceProcess>
  /** Runs the service's command line as its operator does. */
  command(...args: readonly string[]): Mortal
  /** Everything runs and all ways are open again. */
  mend(): Promise<void>
  end(): Promise<void>
}

export type Dependency = 'database' | 'log' | 'bus' | 'limits'

export type Differently = {
  readonly environment?: Readonly<Record<string, string>>
}

const limits = ['LOGIN', 'QUERY', 'METADATA', 'WRITE', 'PUBLIC', 'EMBED']
const generous = Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1000000/60']))

const at = (url: string, path: string): string => {
  const address = new URL(url)
  address.pathname = path
  return address.href
}

export const openWorld = async (options: WorldOptions): Promise<World> => {
  const { layout, random } = options
  const store = await options.startEventStoreDb?.()
  const directory = mkdtempSync(join(tmpdir(), 'chaos-'))
  // Of our own the names of databases could be any; on a shared server there are others.
  const service = `chaos_${randomBytes(6).toString('hex')}`
  const admin = { username: 'admin@example.com', password: randomBytes(12).toString('hex') }
  const postgres = await (options.startPostgres ?? startMortalPostgres)()
  const [nats, redis] = await Promise.all([keptNats(), keptRedis()])
  const jitter = random.fork('network').next
  const databaseWay = await faultyProxy(postgres.url, jitter)
  const log = store
    ? await logInEventStoreDb(store, jitter)
    : logInPostgres(at(postgres.url, service), databaseWay, {
        kill: () => postgres.end('SIGKILL'),
        ensure: postgres.ensure,
      })
  const ways = {
    database: databaseWay,
    log: log.way,
    bus: await faultyProxy(nats.url, jitter),
    limits: await faultyProxy(redis.url, jitter),
  }
  const environment = {
    MASTER_KEY: masterKey,
    DATABASE_URL: `postgres://${ways.database.host}:${ways.database.port}/${service}?sslmode=disable`,
    NATS_URL: ways.bus.url,
    REDIS_URL: ways.limits.url,
    METRICS_PORT: '0',
    EMBEDDING_SECRET_KEY: embeddingKey,
    ADMIN_EMAIL: admin.username,
    ADMIN_PASSWORD: admin.password,
    // However busy the machine is: how long one waits is for other tests.
    PROJECTION_WAIT_MS: '20000',
    ...generous,
    ...log.environment,
    ...options.environment,
  }
  const { database, ...config } = loadConfig([], {
    ...environment,
    DATABASE_ADMIN_URL: postgres.url,
  })
  if (database) await prepareGiven({ ...config, database }, pino({ level: 'silent' }))
  const main = await builtService('infra/main')
  const cli = await builtService('infra/cli/main')
  const newProcess = async (name: string, role: string, how: Differently = {}) => {
    const port = await freePort()
    return serviceProcess({
      ...{ name, role, port, directory },
      args: ['--enable-source-maps', main],
      environment: { ...environment, ...how.environment, ROLE: role, PORT: String(port) },
    })
  }
  const processes = await Promise.all(
    layout.processes.map(({ name, role }) => newProcess(name, role)),
  )
  const others: ServiceProcess[] = []
  await Promise.all(processes.map((it) => it.start()))

  const of = (role: string) =>
    [...processes, ...others].filter((it) => it.role === role || it.role === 'all')
  const urls = (role: string) => of(role).map(({ url }) => url)
  return {
    ...{ layout, processes, postgres, log, nats, redis, ways, masterKey, admin, of },
    database: at(postgres.url, service),
    addresses: () => ({ command: urls('command'), query: urls('query') }),
    async another(name, role, how) {
      const one = await newProcess(name, role, how)
      others.push(one)
      return one
    },
    command: (...args) =>
      startMortal({
        command: process.execPath,
        args: [cli, ...args],
        environment: { ...environment, DATABASE_ADMIN_URL: postgres.url },
        log: join(directory, `command-line-${args.join('-')}`),
        directory,
      }),
    async mend() {
      for (const way of Object.values(ways)) way.set({ kind: 'pass' })
      await Promise.all([postgres.ensure(), log.ensure(), nats.ensure(), redis.ensure()])
      for (const one of others.splice(0)) await one.signal('SIGKILL')
      await Promise.all(
        processes.map(async (one) => {
          await one.signal('SIGCONT')
          if (!one.isRunning()) await one.start()
        }),
      )
    },
    async end() {
      await Promise.all([...processes, ...others].map((it) => it.signal('SIGKILL')))
      for (const way of Object.values(ways)) way.close()
      await Promise.all([
        nats.stop(),
        redis.stop(),
        log.remove(),
        postgres.remove([service, `${service}_sample`]),
      ])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
