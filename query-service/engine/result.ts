import type { CompiledQuery } from '../../shared/ports/engine-driver.ts'
import { type ColumnMetadata, resultsMetadata } from './column-metadata.ts'
import type { JsonRow } from './shape/rows.ts'

/** What an answer says of the run itself, however it ended. */
export type RunFacts = {
  readonly databaseId: number
  /** The query as it was received. */
  readonly jsonQuery: unknown
  /** Why it was run: `ad-hoc`, `question`, … */
  readonly context: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Milliseconds. */
  readonly runningTime: number
}

export type Rows = {
  readonly columns: readonly ColumnMetadata[]
  readonly rows: readonly JsonRow[]
  /** The cap, when it cut the result. */
  readonly truncatedAt?: number
  /** IANA name of the zone the rows' times are told in. */
  readonly timeZone: string
  /** The zone the caller asked for, where one was. */
  readonly requestedTimeZone?: string
  /** What was run, where it may be shown. */
  readonly executed?: CompiledQuery
}

const envelope = ({ databaseId, jsonQuery, context, startedAt }: RunFacts) => ({
  database: databaseId,
  database_id: databaseId,
  json_query: jsonQuery,
  context,
  started_at: startedAt,
  average_execution_time: null,
  cached: null,
})

/** The answer to a query that ran. */
export const completedResult = (result: Rows, run: RunFacts) => ({
  data: {
    rows: result.rows,
    cols: result.columns,
    ...(result.executed && {
      native_form: {
        query: result.executed.sql,
        params: result.executed.parameters.length > 0 ? result.executed.parameters : null,
      },
    }),
    results_timezone: result.timeZone,
    ...(result.requestedTimeZone === undefined
      ? {}
      : { requested_timezone: result.requestedTimeZone }),
    results_metadata: resultsMetadata(result.columns),
    insights: null,
    ...(result.truncatedAt === undefined ? {} : { rows_truncated: result.truncatedAt }),
  },
  row_count: result.rows.length,
  running_time: run.runningTime,
  status: 'completed' as const,
  ...envelope(run),
})

/** What went wrong in words for the one who asked; `state` is the SQLSTATE. */
export type Failure = {
  readonly message: string
  readonly errorType: string
  readonly state?: string | undefined
}

/** The answer to a query that ran and failed: HTTP 200 all the same. */
export const failedResult = ({ message, errorType, state }: Failure, run: RunFacts) => ({
  data: { rows: [], cols: [] },
  row_count: 0,
  running_time: run.runningTime,
  status: 'failed' as const,
  error: message,
  error_type: errorType,
  ...(state === undefined ? {} : { state }),
  ...envelope(run),
})
