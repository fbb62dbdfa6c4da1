import type { EventStore } from '../../shared/ports/event-store.ts'
import { continuedLog } from './continued-log.ts'
import { readSeam } from './log-home.ts'
import { type PostgresEventStoreOptions, postgresEventStore } from './postgres/event-store.ts'
import { whileHere } from './postgres/while-here.ts'

export type OpenEventStoreOptions = PostgresEventStoreOptions & {
  /** EVENTSTORE_URL; without it the log is in Postgres. */
  readonly url: string | undefined
}

/** The log where the configuration says it is; a client for elsewhere is read in only where it is used. */
export const openEventStore = async ({
  url,
  ...options
}: OpenEventStoreOptions): Promise<EventStore> => {
  if (url === undefined) return whileHere(postgresEventStore(options), options.pool)
  const { eventStoreDb } = await import('./eventstoredb/event-store.ts')
  const { pool, onProblem = () => undefined } = options
  return continuedLog(eventStoreDb({ url, onProblem }), () => readSeam(pool))
}
