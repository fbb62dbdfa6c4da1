import { eventStoreDb } from '../../../infra/event-store/eventstoredb/event-store.ts'
import type { LogStore } from '../../../infra/event-store/log-home.ts'
import { postgresEventStore } from '../../../infra/event-store/postgres/event-store.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { collect } from '../../support/events.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import type { MortalEventStoreDb } from './eventstoredb.ts'
import { eventsInEventStoreDb } from './eventstoredb-events.ts'
import { poolOn } from './postgres.ts'

/** The log of a world: how its processes come to it, and how we do, past all proxies. */
export type WorldLog = {
  readonly store: LogStore
  /** The way of all processes to it. */
  readonly way: FaultyProxy
  /** What all processes are told of it. */
  readonly environment: Readonly<Record<string, string>>
  /** What is in clear text of an append on its way. */
  readonly append: RegExp
  /** As the service reads it. */
  open(): EventStore
  /** All of it. */
  events(): Promise<readonly RecordedEvent[]>
  /** Ends its server by `kill -9`. */
  kill(): Promise<void>
  /** Starts its server where that was killed. */
  ensure(): Promise<void>
  /** Removes what a server of its own has kept. */
  remove(): Promise<void>
}

const openInPostgres = (connectionString: string): EventStore => {
  const pool = poolOn(connectionString)
  const store = postgresEventStore({ pool, listen: { connectionString } })
  return {
    ...store,
    async close() {
      await store.close()
      await pool.end()
    },
  }
}

/** In the database of the service: its server and the way to it are that one's. */
export const logInPostgres = (
  database: string,
  way: FaultyProxy,
  server: Pick<WorldLog, 'kill' | 'ensure'>,
): WorldLog => ({
  ...server,
  store: 'postgres',
  way,
  environment: {},
  append: /append/i,
  open: () => openInPostgres(database),
  async events() {
    const store = openInPostgres(database)
    return collect(store.readAll()).finally(() => store.close())
  },
  remove: async () => undefined,
})

/** In a store of its own, on a way of its own. */
export const logInEventStoreDb = async (
  { url, kill, ensure, remove }: MortalEventStoreDb,
  roll: () => number,
): Promise<WorldLog> => {
  const way = await faultyProxy(url, roll)
  return {
    ...{ kill, ensure, remove, way },
    store: 'eventstoredb',
    environment: { EVENTSTORE_URL: way.url },
    // Names of calls are compressed, what is appended is not.
    append: /"appendId"/,
    open: () => eventStoreDb({ url }),
    events: () => eventsInEventStoreDb(url),
  }
}
