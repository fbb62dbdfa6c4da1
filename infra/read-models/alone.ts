import type pg from 'pg'

/** First half of the two-part advisory lock; the second says which work. */
const lockSpace = 730_580_886

/** Runs work while no other process does the same; false when one does. */
export const aloneOver =
  (pool: pg.Pool) =>
  async (key: number, work: () => Promise<void>): Promise<boolean> => {
    const client = await pool.connect()
    try {
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as locked', [
        lockSpace,
        key,
      ])
      if (!rows[0]?.locked) return false
      try {
        await work()
        return true
      } finally {
        await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, key])
      }
    } finally {
      client.release()
    }
  }
