import type {
  EngineWriter,
  WriteOptions,
  WriteOutcome,
  WriteStatement,
} from '../../shared/ports/engine-writer.ts'
import type { EngineOptions } from './options.ts'
import type { Lease, Pool, PooledConnection } from './pool.ts'
import { poolPerDatabase } from './pools.ts'
import { refuseNul } from './refuse-nul.ts'
import { problemOf, runTransaction } from './transaction.ts'
import type { WriteEngine } from './write-engine.ts'
import { WriteFailure, writeProblem } from './write-problems.ts'
import { type Watch, watchOver } from './write-watch.ts'

/** People write less than they read. */
const mostConnections = 5
/** Of the time that a transaction has: H2 waits for a lock twice, and is to say so in time. */
const lockShare = 1 / 3

/** The writer of an engine: what all engines have in common around what only one knows. */
export const writerOf = <C extends PooledConnection>(
  engine: WriteEngine<C>,
  bounds: EngineOptions,
): EngineWriter => {
  const poolSize = Math.min(bounds.poolSize, mostConnections)
  const pools = poolPerDatabase(engine.connector, { ...bounds, poolSize })

  const refuseForeign = (connection: C, statements: readonly WriteStatement[]): void => {
    for (const [at, { origin, query }] of statements.entries()) {
      const message = origin === 'foreign' ? engine.refusal(connection, query.sql) : undefined
      if (message !== undefined)
        throw new WriteFailure(writeProblem('not-undoable', { message, statement: at }))
    }
  }

  /** Begins a transaction; what watches over it. Rejects where nothing of it was begun. */
  const beginOn = async (
    lease: Lease<C>,
    statements: readonly WriteStatement[],
    options: WriteOptions,
  ): Promise<Watch> => {
    const { connection } = lease
    const { timeoutMs, timeZone } = options
    try {
      refuseForeign(connection, statements)
    } catch (error) {
      lease.release()
      throw error
    }
    const watch = watchOver(() => engine.interrupt(connection), options)
    try {
      await watch.during(
        engine.begin(connection, {
          timeoutMs,
          lockMs: Math.ceil(timeoutMs * lockShare),
          timeZone,
          zones: statements.flatMap(({ query }) => query.zones ?? []),
        }),
      )
    } catch (error) {
      watch.end()
      lease.destroy()
      throw error
    }
    return watch
  }

  const run = async (
    pool: Pool<C>,
    statements: readonly WriteStatement[],
    options: WriteOptions,
  ): Promise<WriteOutcome> => {
    let lease = await pool.acquire(options.signal)
    let watch: Watch
    try {
      watch = await beginOn(lease, statements, options)
    } catch (error) {
      const isStale = lease.reused && problemOf(engine, error).kind === 'connection'
      if (!isStale) throw error
      // The server had ended the connection while it lay idle: no statement was sent to it.
      pool.closeIdle()
      lease = await pool.acquire(options.signal)
      watch = await beginOn(lease, statements, options)
    }
    return runTransaction(engine, lease, watch, statements)
  }

  return {
    engine: engine.name,
    async write(target, statements, options) {
      try {
        for (const { query } of statements) refuseNul(query)
        return await run(pools.of(target), statements, options)
      } catch (error) {
        return { kind: 'rolled-back', reason: problemOf(engine, error) }
      }
    },
    async release(databaseId) {
      pools.release(databaseId)
    },
    async close() {
      pools.releaseAll()
    },
  }
}
