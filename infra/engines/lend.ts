import { once } from 'node:events'
import { QueryProblem } from '../../shared/ports/engine-driver.ts'
import type { Lend } from './engine.ts'
import type { Pool, PooledConnection } from './pool.ts'

const tooLate = () => new QueryProblem('timed-out', 'The database took too long.')

/** Rejects when `signal` aborts, unless it is `over` before. */
const lateness = (signal: AbortSignal, over: AbortSignal): Promise<never> => {
  if (signal.aborted) return Promise.reject(tooLate())
  return once(signal, 'abort', { signal: over }).then(() => {
    throw tooLate()
  })
}

/** Lends connections of a pool until `signal` aborts; one on which something failed is closed. */
export const lender =
  <C extends PooledConnection>(pool: Pool<C>, signal: AbortSignal): Lend<C> =>
  async (work) => {
    const lease = await pool.acquire(signal)
    const over = new AbortController()
    const late = lateness(signal, over.signal)
    late.catch(() => undefined)
    try {
      const result = await Promise.race([work(lease.connection, signal), late])
      lease.release()
      return result
    } catch (error) {
      lease.destroy()
      throw error
    } finally {
      over.abort()
    }
  }
