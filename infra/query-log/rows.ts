import type {
  ExecutionStatus,
  RecordedExecution,
  WrittenTable,
} from '../../shared/ports/query-log.ts'

/** Statements are kept up to so many characters; of a longer one the tables stay unknown. */
export const longestStatement = 100_000

/** Postgres keeps neither U+0000 nor half a character in a text. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/**
 * Part of an update of the executions `it`: all who change some take their rows in one order, so
 * that no two of them wait for each other.
 */
export const heldInOrder = `held as (
  select e.started_at, e.id
    from side.query_executions e join it on e.started_at = it.started_at and e.id = it.id
   order by e.started_at, e.id
     for update of e
)`

/** A row of `side.query_executions` as `find` reads it. */
export type ExecutionRow = {
  readonly id: string
  readonly started_at: Date
  readonly user_id: number | null
  readonly position: string
  readonly context: string
  readonly database_id: number
  readonly card_id: number | null
  readonly statement: string
  readonly reading: 'pending' | 'read' | 'unreadable'
  readonly table_ids: readonly number[]
  readonly unknown_tables: readonly WrittenTable[]
  readonly status: ExecutionStatus | null
  readonly rows: string | null
  readonly running_time: number | null
  readonly error_type: string | null
}

export const toExecution = (row: ExecutionRow): RecordedExecution => ({
  id: row.id,
  startedAt: row.started_at,
  userId: row.user_id,
  position: BigInt(row.position),
  context: row.context,
  databaseId: row.database_id,
  cardId: row.card_id,
  statement: row.statement,
  outcome: row.status
    ? {
        status: row.status,
        rows: Number(row.rows),
        runningTime: row.running_time ?? 0,
        ...(row.error_type === null ? {} : { errorType: row.error_type }),
      }
    : undefined,
  tables: row.reading === 'read' ? row.table_ids : undefined,
  unknownTables: row.unknown_tables,
})
