import type { PoolConfig } from 'pg'
import {
  type PostgresEventStoreOptions,
  postgresEventStore,
} from '../../infra/event-store/postgres/event-store.ts'
import { eventStoreSchema } from '../../infra/event-store/postgres/schema.sql.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { someEvents } from './events.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

export type PostgresLog = {
  readonly database: TestDatabase
  /** A store as a process of its own would open it; `url` may lead to it another way. */
  openStore(
    options?: Partial<PostgresEventStoreOptions> & { url?: string; poolConfig?: PoolConfig },
  ): EventStore
  /** Closes the stores opened so far. */
  closeStores(): Promise<void>
  drop(): Promise<void>
}

/** A database with a log in it, and stores on that log. `lockTimeout` in milliseconds. */
export const postgresLog = async (lockTimeout = 3_000): Promise<PostgresLog> => {
  const database = await testDatabase()
  await database.pool.query(eventStoreSchema('es', lockTimeout))
  const stores: EventStore[] = []
  const closeStores = async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  }
  return {
    database,
    openStore({ url = database.url, poolConfig, ...options } = {}) {
      const pool = database.openPool({ connectionString: url, ...poolConfig })
      const store = postgresEventStore({ pool, listen: { connectionString: url }, ...options })
      stores.push(store)
      return store
    },
    closeStores,
    async drop() {
      await closeStores()
      await database.drop()
    },
  }
}

/** Does something while a transaction that has appended to the log `es` stays open. */
export const duringOpenAppend = async (
  { pool }: TestDatabase,
  stream: string,
  work: () => Promise<void>,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select es.append($1, -1, $2)', [stream, sqlEvents(1)])
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** New events as the SQL function `append` takes them. */
export const sqlEvents = (count: number): string => JSON.stringify(someEvents(count))

/** Process ids of the backends that listen on this database. */
export const listenersOn = async ({ pool, name }: TestDatabase): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = $1 and application_name = 'event-store-listener'`,
    [name],
  )
  return rows.map(({ pid }) => pid)
}
