import type pg from 'pg'

/** First half of the two-part advisory lock; the second says which work. */
const lockSpace = 730_580_886

/** In milliseconds. */
type Signs = {
  /** A process that the server hears nothing of for so long has lost its lock. */
  readonly silence: number
  readonly between: number
}

const usualSigns: Signs = { silence: 15_000, between: 4_000 }

/**
 * Runs work while no other process does the same; false when one does. A process that stands still
 * keeps nobody from it for long: its lock is that of a connection, which ends when it falls silent.
 */
export const aloneOver =
  (pool: pg.Pool, { silence, between }: Signs = usualSigns) =>
  async (key: number, work: () => Promise<void>): Promise<boolean> => {
    const client = await pool.connect()
    let broken: Error | undefined
    const ask = (text: string, values: unknown[] = []) => {
      // After such a silence the lock is gone, whatever the answer.
      const statement = { text, values, query_timeout: silence }
      return client.query<{ locked: boolean }>(statement).catch((error: Error) => {
        broken = error
        throw error
      })
    }
    const say = (text: string, values?: unknown[]) => ask(text, values).catch(() => undefined)
    try {
      const taken = await ask('select pg_try_advisory_lock($1, $2) as locked', [lockSpace, key])
      if (!taken.rows[0]?.locked) return false
      await say(`set idle_session_timeout = ${silence}`)
      const signs = setInterval(() => void say('select'), between)
      try {
        await work()
        return true
      } finally {
        clearInterval(signs)
        if (!broken) await say('reset idle_session_timeout')
        if (!broken) await say('select pg_advisory_unlock($1, $2)', [lockSpace, key])
      }
    } finally {
      client.release(broken)
    }
  }
