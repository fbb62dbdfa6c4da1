import type { EventStore } from '../../shared/ports/event-store.ts'
import { continuedLog } from './continued-log.ts'
import { eventStoreDb } from './eventstoredb/event-store.ts'
import { readSeam } from './log-home.ts'
import { type PostgresEventStoreOptions, postgresEventStore } from './postgres/event-store.ts'
import { whileHere } from './postgres/while-here.ts'

export type OpenEventStoreOptions = PostgresEventStoreOptions & {
  /** EVENTSTORE_URL; without it the log is in Postgres. */
  readonly url: string | undefined
}

/** The log where the configuration says it is. */
export const openEventStore = ({ url, ...options }: OpenEventStoreOptions): EventStore => {
  if (url === undefined) return whileHere(postgresEventStore(options), options.pool)
  const { pool, onProblem = () => undefined } = options
  return continuedLog(eventStoreDb({ url, onProblem }), () => readSeam(pool))
}
