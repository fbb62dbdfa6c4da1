import type { Pool } from 'pg'
import type { SyncProgress, TablesDone } from '../../shared/ports/sync-progress.ts'
import { oneMore } from '../one-more.ts'

/** A sync that has told nothing for so long ended without a word. */
const silenceSeconds = 60

const keep = `
insert into side.sync_progress (database_id, done, total) values ($1, $2, $3)
on conflict (database_id) do update set done = excluded.done, total = excluded.total,
   noted_at = clock_timestamp()`

const find = `
select database_id as "databaseId", done, total from side.sync_progress
 where database_id = any($1) and noted_at > now() - make_interval(secs => ${silenceSeconds})`

/** Progress in rows; of many steps in a moment the last one is written. */
export const postgresSyncProgress = (pool: Pool, onProblem: (error: unknown) => void) => {
  const unwritten = new Map<number, TablesDone | undefined>()
  const write = oneMore(async () => {
    const notes = [...unwritten]
    unwritten.clear()
    for (const [databaseId, progress] of notes)
      if (progress) await pool.query(keep, [databaseId, progress.done, progress.total])
      else await pool.query('delete from side.sync_progress where database_id = $1', [databaseId])
  })
  const board: SyncProgress = {
    of: async (databaseIds) => {
      if (databaseIds.length === 0) return new Map()
      const { rows } = await pool.query<TablesDone & { databaseId: number }>(find, [databaseIds])
      return new Map(rows.map(({ databaseId, ...progress }) => [databaseId, progress]))
    },
    note: (databaseId, progress) => {
      unwritten.set(databaseId, progress)
      write().catch(onProblem)
    },
  }
  /** Resolves when all that was noted is written. */
  return { ...board, settled: () => write().catch(() => undefined) }
}
