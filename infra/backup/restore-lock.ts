import type pg from 'pg'
import { StartupProblem } from '../startup-problem.ts'

/** First half of the two-part advisory lock; it holds for one database, so the second says nothing. */
const lockSpace = 730_580_888

/** The session of the restore that is at work on this database, if there is one. */
export const restoring = `
select pid from pg_locks
 where locktype = 'advisory' and classid = ${lockSpace} and objid = 0 and objsubid = 2 and granted
   and database = (select oid from pg_database where datname = current_database())`

/** The session says nothing for as long as the restore takes. Older servers do not know the setting. */
const mayBeIdle = `
select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`

const lostPlace = () =>
  new StartupProblem(
    'The connection that kept other restores out was lost. Run the same again: it goes on from there.',
  )

/** Whether a restore is at work on the database, in whatever process. */
export const isRestoring = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query(restoring)
  return rows.length > 0
}

/**
 * Runs a restore while no other is at work on the database. The client is for this alone; when its
 * connection is lost others may begin, and the signal that work gets aborts.
 * @throws {StartupProblem} where another one is at work.
 */
export const asOnlyRestore = async <T>(
  client: pg.Client,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController()
  for (const event of ['error', 'end']) client.once(event, () => lost.abort(lostPlace()))
  await client.query(mayBeIdle)
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${lockSpace}, 0) as taken`,
  )
  if (!rows[0]?.taken)
    throw new StartupProblem('Another restore into this database is at work: let it end.')
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    await client.query(`select pg_advisory_unlock(${lockSpace}, 0)`).catch(() => undefined)
  }
}
