import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { assertRestored } from '../backup/restore-mark.ts'
import { type CopyTarget, copyInto, copyIntoPostgres } from '../event-copy/copy-target.ts'
import { continuedLog } from '../event-store/continued-log.ts'
import { assertLogHome, readSeam } from '../event-store/log-home.ts'
import { postgresEventStore } from '../event-store/postgres/event-store.ts'
import { openPool } from '../postgres/pool.ts'
import type { Owner } from './owner.ts'

/** The service's database in its owner's hands, and the log, wherever that is. */
export type OwnedLog = {
  readonly pool: pg.Pool
  /** As the service reads it. */
  readonly eventStore: EventStore
  /** For what is taken over from elsewhere. */
  readonly target: CopyTarget
  readonly store: 'postgres' | 'eventstoredb'
}

const openLog = (
  { connection, openEventStoreDb }: Owner,
  pool: pg.Pool,
): Omit<OwnedLog, 'pool'> & { close(): Promise<void> } => {
  if (openEventStoreDb) {
    const store = openEventStoreDb()
    return {
      store: 'eventstoredb',
      eventStore: continuedLog(store, () => readSeam(pool)),
      target: copyInto(store),
      close: () => store.close(),
    }
  }
  const store = postgresEventStore({ pool, listen: connection })
  return {
    store: 'postgres',
    eventStore: store,
    target: copyIntoPostgres(store, pool),
    close: () => store.close(),
  }
}

/**
 * Runs work on the database and the log, which has to be where it is looked for.
 * @param prepare what is done before; by itself it refuses a database that was restored in part
 */
export const withOwnedLog = async <T>(
  owner: Owner,
  work: (log: OwnedLog) => Promise<T>,
  { prepare = assertRestored } = {},
): Promise<T> => {
  const pool = openPool({ ...owner.connection, max: 3 }, () => undefined)
  try {
    await prepare(pool)
    const { close, ...log } = openLog(owner, pool)
    try {
      await assertLogHome(pool, log.store)
      return await work({ pool, ...log })
    } finally {
      await close()
    }
  } finally {
    await pool.end()
  }
}
