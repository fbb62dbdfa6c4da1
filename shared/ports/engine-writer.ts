import type { Cell, CompiledQuery, ConnectionTarget } from './engine-driver.ts'

/** One statement of a transaction that writes. */
export type WriteStatement = {
  readonly query: CompiledQuery
  /**
   * `foreign` SQL is of somebody who may write SQL: it is checked before it is sent, since it could
   * end the transaction it runs in. `compiled` SQL is ours.
   */
  readonly origin: 'foreign' | 'compiled'
  /** The table it writes, where that is known: problems are told by its columns then. */
  readonly table?: { readonly schema: string; readonly name: string }
  /** How many rows it must change; with any other number all is rolled back. */
  readonly expectRows?: 1
  /**
   * Where it answers the row that it wrote: the names of the columns, in order. Servers may spell
   * them otherwise.
   */
  readonly returns?: readonly string[]
  /** For servers whose statements answer none: asks for that row, right behind the statement. */
  readonly readBack?: CompiledQuery
}

/** Why nothing was written. */
export type WriteProblemKind =
  /** Constraints, by what they ask for. */
  | 'unique'
  | 'foreign-key'
  | 'not-null'
  | 'check'
  /** A value that its column does not take: of another type, out of range, or too long. */
  | 'type'
  /** A statement that was to change one row would have changed none or several. */
  | 'row-count'
  /** The user of the connection may not do this. */
  | 'permission'
  /** Others wrote at the same time: a deadlock, a lock not had in time, a failed serialization. */
  | 'conflict'
  | 'timed-out'
  | 'cancelled'
  | 'connection'
  | 'overloaded'
  /** A statement that cannot be undone, or is more than one; it was not sent. */
  | 'not-undoable'
  /** Nothing this engine can do. */
  | 'unsupported-feature'
  /** All else that the database refused. */
  | 'db'

export type WriteProblem = {
  readonly kind: WriteProblemKind
  /** A sentence for whoever asked: without SQL, names of the connection, or values of other rows. */
  readonly message: string
  /** What the engine said. It may quote the SQL: for those who may read that. */
  readonly detail?: string
  /** Place of the statement it is about, from 0. */
  readonly statement?: number
  /** Names of the columns to blame, where the engine tells. */
  readonly columns?: readonly string[]
  /** SQLSTATE, where the engine gives one. */
  readonly state?: string
  /** Of `row-count`: how many rows there were. */
  readonly rows?: number
}

/** A row by the names of its columns. */
export type WrittenRow = Readonly<Record<string, Cell>>

export type WriteOutcome =
  /** One entry for each statement. */
  | {
      readonly kind: 'committed'
      readonly rowsAffected: readonly number[]
      readonly rows: readonly (WrittenRow | undefined)[]
    }
  /** Nothing was written, for sure. */
  | { readonly kind: 'rolled-back'; readonly reason: WriteProblem }
  /**
   * It may all be written, or nothing of it: the answer to COMMIT was lost. On tables that know no
   * transactions, a part of it.
   */
  | { readonly kind: 'unknown' }

export type WriteOptions = {
  /** Cancels what has not been sent to be committed yet. */
  readonly signal: AbortSignal
  /** For all statements together. */
  readonly timeoutMs: number
  /** Session time zone, an IANA name; the database's own when absent. */
  readonly timeZone?: string
}

/** Writes to customers' databases: for actions alone, over connections that nothing else uses. */
export type EngineWriter = {
  readonly engine: string
  /**
   * All statements in one transaction. Never tries anything twice; never rejects because of what
   * the database did or did not do.
   */
  write(
    target: ConnectionTarget,
    statements: readonly WriteStatement[],
    options: WriteOptions,
  ): Promise<WriteOutcome>
  /** Ends the connections to a database, e.g. after its details changed or it was deleted. */
  release(databaseId: number): Promise<void>
  close(): Promise<void>
}
