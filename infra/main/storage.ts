import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import { loginsOf } from '../database/logins.ts'
import { rolePassword, samplePassword } from '../database/passwords.ts'
import { startEmbeddedPostgres } from '../embedded/postgres.ts'
import { sampleReaderName } from '../embedded/sample/reader.ts'
import { restoreSampleDatabase, sampleDatabaseName } from '../embedded/sample/restore.ts'
import { type Keys, openKeys } from '../keys.ts'
import { prepareDatabase } from './database/prepare.ts'
import { withClient } from './database/with-client.ts'
import { openPools, withDateStyle } from './pools.ts'

/** A Postgres server the service may administer: the embedded one, or one of a test's. */
export type PostgresServer = {
  readonly host: string
  readonly port: number
  readonly superuser: string
  readonly password: string
  stop(): Promise<void>
}

export type StorageOptions = {
  readonly dataDirectory: string
  readonly masterKey: string | undefined
  readonly newMasterKey?: string | undefined
  readonly log: Logger
  /** Databases on the server; another pair lets several installations share one. */
  readonly names?: { readonly service: string; readonly sample: string; readonly role: string }
}

/** Where the service keeps everything: opened, migrated, and reachable by the least role it can be. */
export type Storage = {
  readonly pool: pg.Pool
  /** What strangers ask for goes this way: as a role that sees what is shared, and nothing else. */
  readonly publicPool: pg.Pool
  /** For statements that may rightly take long: read models are built by it. */
  readonly patientPool: pg.Pool
  /** For connections of their own, e.g. one that listens. */
  readonly connection: pg.ClientConfig
  /** Its owner's way in, where we have it. */
  readonly owner: pg.ClientConfig | undefined
  readonly keys: Keys
  /** The servers nobody may connect as a database. */
  readonly ownEndpoints: readonly { readonly host: string; readonly port: number }[]
  readonly sample: {
    readonly details: ConnectionDetails
    restore(): Promise<void>
  }
  stop(): Promise<void>
}

const defaultNames = {
  service: 'analytics',
  sample: sampleDatabaseName,
  role: 'analytics_app',
} as const

/** The part of a data directory that belongs to the embedded Postgres. */
export const postgresHome = (dataDirectory: string): string => join(dataDirectory, 'postgres')

export const embeddedServer = ({ dataDirectory, log }: StorageOptions): Promise<PostgresServer> =>
  startEmbeddedPostgres({
    dataDirectory: postgresHome(dataDirectory),
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  })

/** Opens the databases of a server: migrations as its owner, everything after as a lesser role. */
export const openStorage = async (
  server: PostgresServer,
  options: StorageOptions,
): Promise<Storage> => {
  const { host, port, superuser: user, password } = server
  const names = options.names ?? defaultNames
  const installation = {
    service: names.service,
    sample: names.sample,
    logins: loginsOf(names.role),
    sampleReader: sampleReaderName,
  }
  const { dataDirectory, masterKey, newMasterKey, log } = options
  const as = (database: string): pg.ClientConfig => ({ host, port, user, password, database })

  const { keys, applied } = await prepareDatabase({
    admin: as('postgres'),
    installation,
    keysOf: (stored) =>
      openKeys({
        directory: join(dataDirectory, 'keys'),
        masterKey,
        newMasterKey,
        storedKeyId: stored,
        warn: (message) => log.warn(message),
      }),
    doors: ['app', 'public'],
    isOurs: true,
  })
  if (applied.length > 0) log.info({ applied }, 'migrated')

  const login = (user: string): pg.ClientConfig => ({
    ...{ host, port, user, database: names.service },
    password: rolePassword(keys, user),
  })
  const own = login(names.role)
  const { close, ...pools } = openPools(own, login(installation.logins.public), log)
  return {
    ...pools,
    connection: withDateStyle(own),
    owner: as(names.service),
    keys,
    ownEndpoints: [{ host, port }],
    sample: {
      details: {
        host,
        port,
        dbname: names.sample,
        user: sampleReaderName,
        password: samplePassword(keys),
      },
      restore: () => withClient(as(names.sample), restoreSampleDatabase),
    },
    stop: async () => {
      await close()
      await server.stop()
    },
  }
}
