import type { Cell, ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import type { WriteProblem, WriteStatement, WrittenRow } from '../../shared/ports/engine-writer.ts'
import type { PooledConnection } from './pool.ts'

/** What a transaction needs of its session. Times in milliseconds. */
export type WriteSession = {
  readonly timeoutMs: number
  readonly timeZone: string | undefined
  /** How long a statement waits for what others have locked. */
  readonly lockMs: number
  /** Time zones that the statements name. */
  readonly zones: readonly string[]
}

/** What one statement did. */
export type Written = { readonly rowsAffected: number; readonly row?: WrittenRow | undefined }

/** A row by the names its columns are known by. */
export const writtenRow = (
  names: readonly string[],
  row: readonly Cell[] | undefined,
): WrittenRow | undefined =>
  row && Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))

/** What one engine brings to writing; each of these rejects with the package's own error. */
export type WriteEngine<C extends PooledConnection> = {
  readonly name: string
  connector(details: ConnectionDetails): () => Promise<C>
  /** Why SQL of somebody's own is not sent, in a sentence for them; undefined where it is. */
  refusal(connection: C, sql: string): string | undefined
  begin(connection: C, session: WriteSession): Promise<void>
  run(connection: C, statement: WriteStatement): Promise<Written>
  /** Rejects as well when the server did something else instead. */
  commit(connection: C): Promise<void>
  /** Whether all was undone: some tables know no transactions. */
  rollback(connection: C): Promise<boolean>
  /** Makes a connection without a transaction as good as new. Rejects when it cannot. */
  restore(connection: C, origin: WriteStatement['origin']): Promise<void>
  /** Asks the server to stop what the connection is running. */
  interrupt(connection: C): Promise<void>
  problemOf(error: unknown, statement?: WriteStatement): WriteProblem
  /** Columns to blame that an error does not name; asked for behind the rollback. */
  columnsOf?(connection: C, error: unknown, statement: WriteStatement): Promise<readonly string[]>
}
