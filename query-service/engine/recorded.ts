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

async function* watched(
  batches: ResultStream['batches'],
  signal: AbortSignal,
  end: (outcome: Omit<Outcome, 'runningTime'>) => void,
): ResultStream['batches'] {
  let rows = 0
  // Until it is known better, the reader has left: at its cap, or because its client has.
  let found: Pick<Outcome, 'status' | 'errorType'> | undefined
  try {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
  } catch (error) {
    found = failure(error)
    throw error
  } finally {
    end({ ...(found ?? { status: signal.aborted ? 'cancelled' : 'completed' }), rows })
  }
}

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
  const end = (outcome: Omit<Outcome, 'runningTime'>) =>
    recording.end({ ...outcome, runningTime: Math.max(0, now().getTime() - startedAt.getTime()) })
  // The record is written while the database works; neither waits for the other.
  const [opened, kept] = await Promise.allSettled([open(), recording.kept])
  if (opened.status === 'rejected') {
    end({ ...failure(opened.reason), rows: 0 })
    throw opened.reason
  }
  const { columns, batches } = opened.value
  if (kept.status === 'rejected') {
    await batches[Symbol.asyncIterator]().return?.()
    throw kept.reason
  }
  return { columns, batches: watched(batches, signal, end) }
}
