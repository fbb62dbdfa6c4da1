/** A statement on its way to a customer's database, and on whose behalf. */
export type Execution = {
  readonly startedAt: Date
  /** Null where nobody had to sign in. */
  readonly userId: number | null
  /** The position of the log whose rights let it run; undefined where that is not known. */
  readonly position: bigint | undefined
  /** Why it runs: `ad-hoc`, `question`, `csv-download`, … */
  readonly context: string
  readonly databaseId: number
  readonly engine: string
  readonly cardId: number | null
  /** As the database gets it: values stay apart from SQL; those of a pipeline stand in it. */
  readonly statement: string
  /** Ids of the tables it reads; null where that takes reading the statement. */
  readonly tables: readonly number[] | null
}

export type ExecutionStatus = 'completed' | 'failed' | 'cancelled'

/** How an execution ended. */
export type Outcome = {
  readonly status: ExecutionStatus
  /** Rows read from the database. */
  readonly rows: number
  /** Milliseconds. */
  readonly runningTime: number
  /** As in a failed result. */
  readonly errorType?: string
}

/** One execution on record. */
export type Recording = {
  /** Resolves when the execution is on disk: no row may leave before. Rejects when it cannot be. */
  readonly kept: Promise<void>
  /** Notes how it ended, soon: an end that is lost with the process leaves the execution on record. */
  end(outcome: Outcome): void
}

/** A table as somebody wrote its name in SQL. */
export type WrittenTable = { readonly schema: string | null; readonly name: string }

/** An execution as the record has it. */
export type RecordedExecution = Omit<Execution, 'engine' | 'position' | 'tables'> & {
  readonly id: string
  readonly position: bigint
  /** Absent while it runs, and for good where the process was killed. */
  readonly outcome: Outcome | undefined
  /** Ids of known tables that it reads; undefined where its SQL could not be read. */
  readonly tables: readonly number[] | undefined
  /** Names in its SQL that are no table that is known. */
  readonly unknownTables: readonly WrittenTable[]
}

/** What an auditor asks for; all of it holds. */
export type ExecutionFilter = {
  /** Also those of the table's database whose SQL could not be read: they may have read it. */
  readonly table: { readonly id: number; readonly databaseId: number | undefined } | undefined
  readonly databaseId: number | undefined
  readonly userId: number | undefined
  readonly cardId: number | undefined
  /** Included. */
  readonly from: Date | undefined
  /** Not included. */
  readonly to: Date | undefined
  readonly limit: number
  readonly offset: number
}

/** Who had which statement run when: a record beside the log, kept for a while. */
export type QueryLog = {
  begin(execution: Execution): Recording
  /** The latest first, and how many there are in all. */
  find(filter: ExecutionFilter): Promise<{
    readonly executions: readonly RecordedExecution[]
    readonly total: number
  }>
}
