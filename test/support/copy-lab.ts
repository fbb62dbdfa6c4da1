import { Client } from 'pg'
import type { Owner } from '../../infra/cli/owner.ts'
import { continuedLog } from '../../infra/event-store/continued-log.ts'
import { eventStoreDb as openEventStoreDb } from '../../infra/event-store/eventstoredb/event-store.ts'
import { readSeam } from '../../infra/event-store/log-home.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { someEvents } from './events.ts'
import { startEventStoreDb } from './eventstoredb/server.ts'
import { migratedDatabase } from './migrated-database.ts'
import { sharedServer, type TestService } from './service.ts'
import { type Outcome, runCommand } from './terminal.ts'
import { until } from './until.ts'

/** The owner of a service's database, and where the service's log is to go. */
export const ownerOf = (app: TestService, url: string): Owner => {
  const { host, port, superuser: user, password } = sharedServer()
  const { database } = app.storage.connection
  return {
    connection: { host, port, user, password, ...(database !== undefined && { database }) },
    openEventStoreDb: () => openEventStoreDb({ url }),
  }
}

type Given = {
  /** In place of the store that stands for EventStoreDB. */
  readonly store?: EventStore
  readonly signal?: AbortSignal
  readonly onNote?: (line: string) => void
}

/** A store behind a server that speaks EventStoreDB's protocol. */
const served = async () => {
  const server = await startEventStoreDb()
  const store = openEventStoreDb({ url: server.url })
  const stop = async () => {
    await store.close()
    await server.stop()
  }
  return { store, stop }
}

const inMemory = async () => ({ store: memoryEventStore(), stop: async () => undefined })

/** Two stores of one service: a Postgres log, and one that is, or stands for, EventStoreDB. */
export const copyLab = async ({ isServed = false } = {}) => {
  const other = await (isServed ? served() : inMemory())
  const eventStoreDb = other.store
  const database = await migratedDatabase()
  const postgres = postgresEventStore({
    pool: database.pool,
    listen: { connectionString: database.url },
  })
  // A command closes what it opened; the lab's store is to be looked at after that.
  const lent = (store: EventStore): EventStore => ({ ...store, close: async () => undefined })

  const copy = (args: readonly string[], { store = eventStoreDb, ...given }: Given = {}) =>
    runCommand(['events', 'copy', ...args], {
      ...given,
      withOwner: (work) =>
        work({
          connection: { connectionString: database.url },
          openEventStoreDb: () => lent(store),
        }),
    })

  return {
    database,
    postgres,
    /** As it is. */
    eventStoreDb,
    /** As a service uses it. */
    continued: continuedLog(eventStoreDb, () => readSeam(database.pool)),
    /** `events copy` there, or back. */
    copyThere: (args: readonly string[] = [], given?: Given): Promise<Outcome> =>
      copy(['--from', 'postgres', '--to', 'eventstoredb', ...args], given),
    copyBack: (args: readonly string[] = [], given?: Given): Promise<Outcome> =>
      copy(['--from', 'eventstoredb', '--to', 'postgres', ...args], given),
    /** Streams of several events whose appends went to and fro. */
    async fill(streams: number, prefix = 'thing') {
      for (const round of [0, 1])
        for (let n = 0; n < streams; n++)
          await postgres.append(
            `${prefix}-${n}`,
            round === 0 ? 'no_stream' : n % 3,
            someEvents((n % 3) + 1),
          )
    },
    /** Ends what sessions there are in the database, as the end of a service does. */
    async endSessions() {
      const server = new URL(database.url)
      server.pathname = '/postgres'
      const outside = new Client({ connectionString: server.href })
      await outside.connect()
      const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
      await until(
        async () => (await outside.query(end, [database.name])).rowCount,
        (ended) => ended === 0,
      )
      await outside.end()
    },
    async drop() {
      await other.stop()
      await postgres.close()
      await database.drop()
    },
  }
}

export type CopyLab = Awaited<ReturnType<typeof copyLab>>
