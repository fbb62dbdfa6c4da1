import {
  type CompiledQuery,
  type ConnectionTarget,
  type EngineDriver,
  type QueryOptions,
  QueryProblem,
  type ResultStream,
} from '../../shared/ports/engine-driver.ts'
import type { Engine, ReadAll } from './engine.ts'
import { lender } from './lend.ts'
import type { EngineOptions } from './options.ts'
import { createPool, type Pool, type PooledConnection } from './pool.ts'
import { poolPerDatabase } from './pools.ts'
import { refuseNul } from './refuse-nul.ts'
import { supervise } from './supervise.ts'

const collect = async ({ batches }: ResultStream) => {
  const rows = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

/** A statement lost this early was sent to a connection the server had ended before. */
const staleMs = 1_000

const isLost = (error: unknown): boolean =>
  error instanceof QueryProblem && error.errorType === 'connection'

/** The driver of an engine: what all engines have in common around what only one knows. */
export const driverOf = <C extends PooledConnection>(
  engine: Engine<C>,
  bounds: EngineOptions,
): EngineDriver => {
  const pools = poolPerDatabase(engine.connector, bounds)

  const run = async (
    pool: Pool<C>,
    query: CompiledQuery,
    options: QueryOptions,
  ): Promise<ResultStream> => {
    refuseNul(query)
    const lease = await pool.acquire(options.signal)
    const startedAt = performance.now()
    try {
      return await supervise(engine, lease, query, options)
    } catch (error) {
      const isStale = lease.reused && isLost(error) && performance.now() - startedAt < staleMs
      if (!isStale) throw error
      // Statements only read, so this one may run again; the other idle connections are no better.
      pool.closeIdle()
      return supervise(engine, await pool.acquire(options.signal), query, options)
    }
  }

  const reader =
    (pool: Pool<C>, signal: AbortSignal, timeoutMs: number): ReadAll =>
    async (query) =>
      collect(await run(pool, query, { signal, timeoutMs, origin: 'compiled' }))

  return {
    engine: engine.name,
    async test(details) {
      const pool = createPool(engine.connector(details), bounds)
      try {
        const timeoutMs = bounds.connectTimeoutMs
        const signal = AbortSignal.timeout(timeoutMs)
        const warning = await engine.warning(reader(pool, signal, timeoutMs), lender(pool, signal))
        return warning === undefined ? {} : { warning }
      } finally {
        pool.end()
      }
    },
    introspect: (target: ConnectionTarget, signal) => {
      const pool = pools.of(target)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(bounds.introspectMs)])
      return engine.catalogue(reader(pool, signal, bounds.introspectMs), lender(pool, limit))
    },
    query: (target, query, options) => run(pools.of(target), query, options),
    async release(databaseId) {
      pools.release(databaseId)
    },
    async close() {
      pools.releaseAll()
    },
  }
}
