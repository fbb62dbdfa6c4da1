import { Refusal } from '../../shared/kernel/refusal.ts'
import type { AnswerMemory } from '../../shared/ports/answer-memory.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import {
  type Allowance,
  ConnectionProblem,
  type QueryOptions,
  QueryProblem,
  type ResultStream,
} from '../../shared/ports/engine-driver.ts'
import type { QueryLog } from '../../shared/ports/query-log.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Spools } from '../../shared/ports/spool.ts'
import { nativeColumns } from './column-metadata.ts'
import { rowsToRead } from './limits.ts'
import type { Prepared } from './prepare/prepared.ts'
import { recorded } from './recorded.ts'
import { completedResult, type Failure, failedResult, type RunFacts } from './result.ts'
import { collectRows } from './shape/rows.ts'
import { zoneOrUtc } from './shape/time-zone.ts'

export type RunDependencies = {
  readonly connections: Connections
  readonly queryLog: QueryLog
  readonly settings: Pick<Settings, 'get'>
  readonly memory: AnswerMemory
  readonly spools: Spools
  readonly now: () => Date
}

export type RunContext = {
  readonly signal: AbortSignal
  /** The query as it was received. */
  readonly jsonQuery: unknown
  /** Why it runs: `ad-hoc`, `csv-download`, … */
  readonly context: string
  /** Where it may take less time than the site lets it have. */
  readonly withinMs?: number
}

/** What a database did to a query, as a failed result tells it; undefined for a bug of ours. */
export const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof QueryProblem) {
    if (error.errorType === 'overloaded')
      throw new Refusal('overloaded', error.message, { retryAfter: 1 })
    return { message: error.message, errorType: error.errorType, state: error.state }
  }
  if (error instanceof ConnectionProblem) return { message: error.message, errorType: 'connection' }
  return undefined
}

/**
 * Hands a prepared query to its database, and puts on record that it did; with an `allowance` where
 * the answer is kept whole.
 * @throws {QueryProblem | ConnectionProblem}
 */
export const openStream = async (
  dependencies: Pick<RunDependencies, 'connections' | 'settings' | 'queryLog' | 'now'>,
  prepared: Prepared,
  run: Pick<RunContext, 'signal' | 'context' | 'withinMs'>,
  allowance?: Allowance,
): Promise<ResultStream> => {
  const { connections, settings } = dependencies
  const { database, compiled, origin, rowLimit, timeZone, problem } = prepared
  if (problem) throw problem
  const longestMs = 1_000 * (await settings.get('query-timeout'))
  const target = await connections.targetOf(database)
  const options: QueryOptions = {
    signal: run.signal,
    timeoutMs: Math.min(longestMs, run.withinMs ?? longestMs),
    origin,
    maxRows: rowsToRead(rowLimit),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(allowance === undefined ? {} : { allowance }),
  }
  const open = () => connections.driverOf(database.engine).query(target, compiled, options)
  return recorded(dependencies, prepared, run, open)
}

/** Starts the clock of a run and answers what its result says about it. */
export const runFacts = ({ now }: RunDependencies, prepared: Prepared, run: RunContext) => {
  const startedAt = now()
  return (): RunFacts => ({
    databaseId: prepared.database.id,
    jsonQuery: run.jsonQuery,
    context: run.context,
    startedAt: startedAt.toISOString(),
    runningTime: Math.max(0, now().getTime() - startedAt.getTime()),
  })
}

/** A run whose rows are kept until its answer has left. */
export type KeptRunContext = RunContext & {
  /** Has this done once the answer has left or its client has. */
  readonly afterwards: (action: () => void) => void
}

/** Runs a query to its end and answers the result envelope, completed or failed. */
export const runToResult = async (
  dependencies: RunDependencies,
  prepared: Prepared,
  run: KeptRunContext,
) => {
  const facts = runFacts(dependencies, prepared, run)
  const allowance = dependencies.memory.allow()
  run.afterwards(allowance.release)
  try {
    const stream = await openStream(dependencies, prepared, run, allowance)
    const zone = zoneOrUtc(prepared.timeZone ?? prepared.database.timezone)
    const { data, truncatedAt } = await collectRows(stream, prepared.rowLimit, zone)
    return completedResult(
      {
        columns: prepared.columns ?? nativeColumns(stream.columns),
        rows: data,
        ...(truncatedAt !== undefined && { truncatedAt }),
        timeZone: zone.name,
        ...(prepared.timeZone !== undefined && { requestedTimeZone: prepared.timeZone }),
        ...(prepared.isShown && { executed: prepared.compiled }),
      },
      facts(),
    )
  } catch (error) {
    allowance.release()
    const failure = failureOf(error)
    if (!failure) throw error
    return failedResult(failure, facts())
  }
}
