import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Readers have seen all that was loaded. */
export const untilSeen = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query(
      'select (select max(position) from es.events) <= (select position from rm.checkpoint) as seen',
    )
    if (rows[0]?.seen) return
    await sleep(100)
  }
}
