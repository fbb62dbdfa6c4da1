import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { Seam } from '../event-store/continued-log.ts'
import { sealLog, unsealLog } from '../event-store/postgres/seal.ts'
import { inTransaction } from '../read-models/transaction.ts'
import { StartupProblem } from '../startup-problem.ts'
import { assertAlone } from './sessions.ts'

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

const grown = () =>
  new StartupProblem(
    'Something was recorded after the last look at the log, which stays where it is. Nothing is ' +
      'lost: start the same again, and it goes on from there.',
  )

const newest = 'select coalesce(max(position), 0) as position from es.events'

/**
 * From here on the log is in EventStoreDB: a process that would append to Postgres cannot.
 * @throws {StartupProblem} where it holds more than was copied: the stop of writes ended too early.
 */
export const moveToEventStoreDb = (owner: pg.Pool, { original, native }: Seam): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(sealLog)
    // The seal has waited for appends under way and keeps out others, whatever became of the stop.
    const { rows } = await client.query<{ position: string }>(newest)
    // A restored log was never in Postgres at all.
    if (BigInt(rows[0]?.position ?? 0) > original) throw grown()
    await client.query(keepHome, ['eventstoredb', String(original), String(native)])
  })

/** Whoever starts asks where the log is, and waits here until that is decided. */
const lockHome = 'lock table side.log_home in access exclusive mode'

/**
 * From here on the log is in Postgres.
 * @param copied position of the source up to which all was copied
 * @throws {StartupProblem} where others are at work again, or were meanwhile.
 */
export const moveToPostgres = (
  owner: pg.Pool,
  source: Pick<EventStore, 'head'>,
  copied: bigint,
): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(lockHome)
    await client.query(unsealLog)
    await client.query(keepHome, ['postgres', null, null])
    await assertAlone(owner)
    if ((await source.head()) !== copied) throw grown()
  })
