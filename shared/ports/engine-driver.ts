import type { BaseType } from '../kernel/base-type.ts'

/** A connected database as a driver needs it. `version` changes with the details: pools follow it. */
export type ConnectionTarget = {
  readonly databaseId: number
  readonly version: string
  readonly details: ConnectionDetails
}

/** Allow-listed, parsed details; what a driver does not list never reaches it. */
export type ConnectionDetails = {
  readonly host: string
  readonly port: number
  readonly dbname: string
  /** Empty where the engine lets people in without a name, and asks for none. */
  readonly user: string
  readonly password?: string | undefined
  /** The database that knows the user, where that is not the one to read (MongoDB). */
  readonly authdb?: string | undefined
  readonly ssl?: boolean | undefined
  readonly 'ssl-mode'?: 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
  readonly 'ssl-root-cert'?: string | undefined
}

/**
 * A statement ready to run: SQL with the engine's own placeholders, values always bound. For
 * MongoDB, `sql` is EJSON text, canonical or relaxed: `{"collection": "<name>", "pipeline": [ … ]}`,
 * in which values can be nothing but values; `parameters` is empty.
 */
export type CompiledQuery = {
  readonly sql: string
  readonly parameters: readonly BoundValue[]
  /**
   * MongoDB only, whose answers do not say: the keys of an answer's documents that are its columns,
   * in order, and their types. Without them the columns are the keys of the `$project` or
   * `$replaceWith` that a pipeline of ours ends with; a caller's own pipeline has the keys of the
   * first documents.
   */
  readonly columns?: readonly ResultColumn[]
  /** Time zones it asks the server to know; without them it would answer NULL on some. */
  readonly zones?: readonly string[]
}

/** Values travel as text, number, boolean or null; big integers and decimals as text. */
export type BoundValue = string | number | boolean | null

export type ResultColumn = {
  readonly name: string
  /** The engine's own word, lower case, e.g. `int8`, `varchar`. */
  readonly databaseType: string
  readonly baseType: BaseType
}

/**
 * One cell as canonical text, or null. The same for every engine, so that each exporter reads one
 * form: `true`/`false`; digits for numbers (`NaN`, `Infinity`, `-Infinity` where an engine has
 * them); `YYYY-MM-DD`; `HH:MM:SS[.ffffff]`; `YYYY-MM-DDTHH:MM:SS[.ffffff]`, with `Z` or `±HH:MM`
 * appended where the type carries a zone; JSON text for json, arrays and composites; `0x…` in hex
 * for bytes; everything else as the engine prints it. Trailing zeros of a fraction are cut.
 */
export type Cell = string | null

export type ResultStream = {
  readonly columns: readonly ResultColumn[]
  /** Batches of rows with back-pressure. Ending the iteration early cancels the query. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

/** What a reader may keep in memory of an answer that it keeps whole. */
export type Allowance = {
  /** Asked before a row of this size is kept; answers why it may not be. */
  take(bytes: number): QueryProblem | undefined
}

export type QueryOptions = {
  readonly signal: AbortSignal
  /** Enforced by the database itself; the driver also cancels when `signal` aborts. */
  readonly timeoutMs: number
  /** Session time zone of the run, an IANA name; the database's own when absent. */
  readonly timeZone?: string
  /**
   * `foreign` SQL may leave anything behind on its connection, so the connection is reset before
   * anybody else uses it; `compiled` SQL is ours and is trusted not to.
   */
  readonly origin: 'foreign' | 'compiled'
  /** Rows the caller will read at the most; lets a driver fetch a small answer in one round trip. */
  readonly maxRows?: number
  /** Absent where the reader lets go of the rows as it goes. */
  readonly allowance?: Allowance
}

export type CatalogueField = {
  readonly name: string
  readonly position: number
  readonly databaseType: string
  readonly baseType: BaseType
  readonly nullable: boolean
  readonly primaryKey: boolean
  readonly description: string | null
}

export type CatalogueTable = {
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view'
  readonly description: string | null
  readonly estimatedRows: number | null
  readonly fields: readonly CatalogueField[]
}

/** One column pointing at another; keys over several columns are left out. */
export type CatalogueForeignKey = {
  readonly schema: string
  readonly table: string
  readonly field: string
  readonly targetSchema: string
  readonly targetTable: string
  readonly targetField: string
}

/** What a database says about itself, read with a fixed number of set-based queries. */
export type CatalogueSnapshot = {
  readonly version: string
  readonly timeZone: string | null
  readonly tables: readonly CatalogueTable[]
  readonly foreignKeys: readonly CatalogueForeignKey[]
}

/** Why a connection could not be made, in words for an administrator, and which key is to blame. */
export class ConnectionProblem extends Error {
  override readonly name = 'ConnectionProblem'
  readonly field: keyof ConnectionDetails | undefined

  constructor(message: string, field?: keyof ConnectionDetails) {
    super(message)
    this.field = field
  }
}

/** The words of `error_type` in a failed result. */
export type QueryErrorType =
  | 'db'
  | 'timed-out'
  | 'cancelled'
  | 'connection'
  | 'driver'
  | 'overloaded'
  /** What was asked for is nothing this engine can do. */
  | 'unsupported-feature'
  /** What was asked for contradicts itself. */
  | 'invalid-query'
  /** A value that is needed is not there. */
  | 'missing-required-parameter'

/** The database refused or failed the statement. `message` is what the engine said of the SQL. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem'
  readonly errorType: QueryErrorType
  /** SQLSTATE, where the engine gives one. */
  readonly state: string | undefined

  constructor(errorType: QueryErrorType, message: string, state?: string) {
    super(message)
    this.errorType = errorType
    this.state = state
  }
}

/** One engine. All statements run read-only: an INSERT fails whoever the database user is. */
export type EngineDriver = {
  readonly engine: string
  /** @throws {ConnectionProblem} Answers a warning for an administrator where one is due. */
  test(details: ConnectionDetails): Promise<{ warning?: string }>
  /** @throws {ConnectionProblem | QueryProblem} */
  introspect(target: ConnectionTarget, signal: AbortSignal): Promise<CatalogueSnapshot>
  /**
   * Resolves when the columns are known. A bounded pool per database with a bounded queue; beyond
   * it the query is refused as `overloaded`.
   * @throws {QueryProblem | ConnectionProblem} also from the iteration of `batches`.
   */
  query(
    target: ConnectionTarget,
    query: CompiledQuery,
    options: QueryOptions,
  ): Promise<ResultStream>
  /** Ends the pool of a database, e.g. after its details changed or it was deleted. */
  release(databaseId: number): Promise<void>
  close(): Promise<void>
}
