import type pg from 'pg'
import type { Seam } from '../event-store/continued-log.ts'
import { sealLog, unsealLog } from '../event-store/postgres/seal.ts'
import { inTransaction } from '../read-models/transaction.ts'

const appendLock = `hashtextextended('es.append', 0)`

/**
 * Runs work while nothing can be appended to the log in Postgres: services go on reading, and answer
 * 503 to writes. Should this process end, so does the stop.
 */
export const withWriteStop = async <T>(owner: pg.Pool, work: () => Promise<T>): Promise<T> => {
  const client = await owner.connect()
  try {
    await client.query(`select pg_advisory_lock(${appendLock})`)
    return await work()
  } finally {
    // The lock goes with its session.
    client.release(true)
  }
}

const keepHome = `
insert into side.log_home (store, original_position, native_position) values ($1, $2, $3)
    on conflict (one) do update set store = excluded.store, since = now(),
       original_position = excluded.original_position, native_position = excluded.native_position`

/** From here on the log is in EventStoreDB: a process that would append to Postgres cannot. */
export const moveToEventStoreDb = (owner: pg.Pool, { original, native }: Seam): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(sealLog)
    await client.query(keepHome, ['eventstoredb', String(original), String(native)])
  })

/** From here on the log is in Postgres. */
export const moveToPostgres = (owner: pg.Pool): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(unsealLog)
    await client.query(keepHome, ['postgres', null, null])
  })
