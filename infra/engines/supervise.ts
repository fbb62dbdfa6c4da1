import {
  type CompiledQuery,
  type QueryOptions,
  QueryProblem,
  type ResultStream,
} from '../../shared/ports/engine-driver.ts'
import type { Engine, Run } from './engine.ts'
import { interruptMs, keepAsking } from './keep-asking.ts'
import type { Lease, PooledConnection } from './pool.ts'
import { createResult } from './result.ts'

/** The database keeps the time-out itself; ours is insurance for when it does not. */
const timeoutGraceMs = 1_000
/** After a reader left, the rest of a small answer is drained rather than cancelled. */
const drainMs = 100

const timedOut = () => new QueryProblem('timed-out', 'The query took too long.')
const cancelled = () => new QueryProblem('cancelled', 'The query was cancelled.')

const after = (ms: number, action: () => void): { cancel(): void } => {
  const timer = setTimeout(action, ms)
  return { cancel: () => clearTimeout(timer) }
}

/** Resolves when the statement is over or its connection was given up. */
const outcome = (run: Run, givenUp: Promise<void>): Promise<void> =>
  Promise.race([run.settled, givenUp])

/**
 * Runs one statement on a leased connection and sees to it that the connection comes back clean or
 * is closed, whatever the reader, the clock and the server do.
 */
export const supervise = async <C extends PooledConnection>(
  engine: Engine<C>,
  lease: Lease<C>,
  query: CompiledQuery,
  options: QueryOptions,
): Promise<ResultStream> => {
  const { connection } = lease
  const { signal } = options
  const timers: { cancel(): void }[] = []
  let interrupted = false
  let isOver = false
  let giveUp: () => void = () => undefined
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve
  })

  const interrupt = (): void => {
    if (interrupted) return
    interrupted = true
    run.stop()
    timers.push(after(interruptMs, giveUp))
    void keepAsking(
      () => engine.interrupt(connection),
      () => isOver,
    )
  }
  const halt = (problem: QueryProblem): void => {
    result.sink.fail(problem)
    interrupt()
  }
  const onAbort = (): void => halt(cancelled())
  const admits = (bytes: number): boolean => {
    const problem = options.allowance?.take(bytes)
    if (problem) halt(problem)
    return problem === undefined
  }

  const result = createResult({
    admits,
    onRoom: () => run.resume(),
    onAbandoned: () => {
      run.stop()
      timers.push(after(drainMs, interrupt))
    },
  })
  const run = engine.start(connection, query, options, result.sink)
  timers.push(after(options.timeoutMs + timeoutGraceMs, () => halt(timedOut())))
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()

  const giveBack = async (): Promise<void> => {
    await outcome(run, givenUp)
    isOver = true
    for (const timer of timers) timer.cancel()
    signal.removeEventListener('abort', onAbort)
    // A cancel request may still be on its way and must not hit the next statement.
    if (interrupted) return lease.destroy()
    await run.clean()
    lease.release()
  }
  giveBack().catch(() => lease.destroy())

  return { columns: await result.columns, batches: result.batches }
}
