import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import { ensureDatabase } from '../embedded/databases.ts'
import { startEmbeddedPostgres } from '../embedded/postgres.ts'
import { ensureSampleReader, sampleReaderName } from '../embedded/sample/reader.ts'
import { restoreSampleDatabase, sampleDatabaseName } from '../embedded/sample/restore.ts'
import { type Keys, openKeys } from '../keys.ts'
import { grantAccess } from '../migrations/grants.ts'
import { migrate } from '../migrations/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { bindToKey, storedKeyId } from '../security/key-check.ts'

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
  readonly log: Logger
  /** Databases on the server; another pair lets several installations share one. */
  readonly names?: { readonly service: string; readonly sample: string; readonly role: string }
}

/** Where the service keeps everything: opened, migrated, and reachable by the least role it can be. */
export type Storage = {
  readonly pool: pg.Pool
  /** For connections of their own, e.g. one that listens. */
  readonly connection: pg.ClientConfig
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

const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const ensureRole = async (client: pg.Client, role: string, password: string): Promise<void> => {
  await client.query(`select pg_advisory_lock(hashtextextended('service role', 0))`)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${client.escapeIdentifier(role)} login nosuperuser
     nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`,
  )
}

/** Passwords of our own roles follow from the master key, so there is nothing more to keep safe. */
const rolePassword = (keys: Keys, role: string): string =>
  createHmac('sha256', keys.vault).update(`role ${role}`).digest('hex')

/** Opens the databases of a server: migrations as its owner, everything after as a lesser role. */
export const openStorage = async (
  server: PostgresServer,
  options: StorageOptions,
): Promise<Storage> => {
  const { host, port, superuser: user, password } = server
  const names = options.names ?? defaultNames
  const { dataDirectory, masterKey, log } = options
  const as = (database: string): pg.ClientConfig => ({ host, port, user, password, database })

  await withClient(as('postgres'), async (client) => {
    await ensureDatabase(client, names.service)
    await ensureDatabase(client, names.sample)
  })
  const owner = new pg.Pool({ ...as(names.service), max: 2 })
  const applied = await migrate(owner)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  const keys = openKeys({
    directory: join(dataDirectory, 'keys'),
    masterKey,
    storedKeyId: await storedKeyId(owner),
    warn: (message) => log.warn(message),
  })
  await bindToKey(owner, keys.keyId)
  const rolesOwn = rolePassword(keys, names.role)
  await withClient(as(names.service), (client) => ensureRole(client, names.role, rolesOwn))
  await grantAccess(owner, names.role)
  await owner.end()

  const readerPassword = rolePassword(keys, sampleReaderName)
  await withClient(as(names.sample), (client) => ensureSampleReader(client, readerPassword))
  await withClient(as('postgres'), (client) =>
    client.query(`grant connect on database ${names.service} to ${names.role}`),
  )

  const connection = {
    host,
    port,
    user: names.role,
    password: rolesOwn,
    database: names.service,
    // Times are read as text; a server or role may have another style.
    options: '-c datestyle=ISO',
  }
  let stopping = false
  // The error itself carries the whole client; its words are enough.
  const pool = openPool({ ...connection, max: 20, idleTimeoutMillis: 60_000 }, ({ message }) => {
    if (!stopping) log.warn({ reason: message }, 'a database connection was lost')
  })
  return {
    pool,
    connection,
    keys,
    ownEndpoints: [{ host, port }],
    sample: {
      details: {
        host,
        port,
        dbname: names.sample,
        user: sampleReaderName,
        password: readerPassword,
      },
      restore: () => withClient(as(names.sample), restoreSampleDatabase),
    },
    stop: async () => {
      stopping = true
      await pool.end()
      await server.stop()
    },
  }
}
