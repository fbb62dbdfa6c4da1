import {
  ConnectionProblem,
  QueryProblem,
  type ResultStream,
} from '../../shared/ports/engine-driver.ts'
import type { Outcome, QueryLog } from '../../shared/ports/query-log.ts'
import type { Prepared } from './prepare/prepared.ts'

type Run = { readonly signal: AbortSignal; readonly context: string }
type Dependencies = { readonly queryLog: QueryLog; readonly now: () => Date }

const failure = (error: unknown): Pick<Outcome, 'status' | 'errorType'> => {
  if (error instanceof QueryProblem)
    return error.errorType === 'cancelled'
      ? { status: 'cancelled' }
      : { status: 'failed', errorType: error.errorType }
  return { status: 'failed', errorType: error instanceof ConnectionProblem ? 'connection' : 'qp' }
}

type End = (how: Pick<Outcome, 'status' | 'errorType'>) => void

/** The same batches, and word of how their reading ends. */
const watched = (
  batches: ResultStream['batches'],
  isGone: () => boolean,
  onRows: (count: number) => void,
  end: End,
): ResultStream['batches'] => ({
  [Symbol.asyncIterator]: () => {
    const reading = batches[Symbol.asyncIterator]()
    return {
      async next() {
        try {
          const step = await reading.next()
          if (step.done) end({ status: 'completed' })
          else onRows(step.value.length)
          return step
        } catch (error) {
          end(failure(error))
          throw error
        }
      },
      // The reader has left: at its cap, or because its client has.
      async return() {
        end({ status: isGone() ? 'cancelled' : 'completed' })
        await reading.return?.()
        return { done: true, value: undefined }
      },
    }
  },
})

/**
 * Opens a stream with its execution on record: none of its rows is handed out before that is kept.
 * @throws what `open` throws, and what keeps the record from being kept
 */
export const recorded = async (
  { queryLog, now }: Dependencies,
  { database, compiled, asked, reads }: Prepared,
  { signal, context }: Run,
  open: () => Promise<ResultStream>,
): Promise<ResultStream> => {
  const startedAt = now()
  const recording = queryLog.begin({
    ...asked,
    startedAt,
    context,
    databaseId: database.id,
    engine: database.engine,
    statement: compiled.sql,
    tables: reads.tables,
  })
  let rows = 0
  let hasEnded = false
  const end: End = (how) => {
    if (hasEnded) return
    hasEnded = true
    const runningTime = Math.max(0, now().getTime() - startedAt.getTime())
    recording.end({ ...how, rows, runningTime })
  }
  signal.addEventListener('abort', () => end({ status: 'cancelled' }), { once: true })
  // The record is written while the database works; neither waits for the other.
  const [opened, kept] = await Promise.allSettled([open(), recording.kept])
  if (opened.status === 'rejected') {
    end(failure(opened.reason))
    throw opened.reason
  }
  const { columns, batches } = opened.value
  if (kept.status === 'rejected') {
    await batches[Symbol.asyncIterator]().return?.()
    throw kept.reason
  }
  const isGone = () => signal.aborted
  const onRows = (count: number) => {
    rows += count
  }
  return { columns, batches: watched(batches, isGone, onRows, end) }
}
