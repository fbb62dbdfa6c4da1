import type {
  CatalogueSnapshot,
  CompiledQuery,
  ConnectionDetails,
  QueryOptions,
} from '../../shared/ports/engine-driver.ts'
import type { PooledConnection } from './pool.ts'
import type { Batch, ResultSink } from './result.ts'

/** A statement at work on a connection. */
export type Run = {
  /** The sink has room again. */
  resume(): void
  /** Nobody wants further rows: finish as soon as the server lets us. */
  stop(): void
  /** Resolves, never rejects, when the connection is quiet again or lost. */
  readonly settled: Promise<void>
  /** Makes the settled connection as good as new. Rejects when it cannot. */
  clean(): Promise<void>
}

/** All rows of a small query of our own. */
export type ReadAll = (query: CompiledQuery) => Promise<Batch>

/** Lends a connection for what no statement can ask. The signal ends it all, in time. */
export type Lend<C> = <T>(work: (connection: C, signal: AbortSignal) => Promise<T>) => Promise<T>

/** What one engine brings; pooling, time-outs and cancelling are the same for all of them. */
export type Engine<C extends PooledConnection> = {
  readonly name: string
  /** Answers a function that opens connections to one database; its closure is what they share. */
  connector(details: ConnectionDetails): () => Promise<C>
  start(connection: C, query: CompiledQuery, options: QueryOptions, sink: ResultSink): Run
  /** Asks the server to stop what the connection is running. */
  interrupt(connection: C): Promise<void>
  /** A sentence for an administrator when the user of the connection may do too much. */
  warning(read: ReadAll, lend: Lend<C>): Promise<string | undefined>
  catalogue(read: ReadAll, lend: Lend<C>): Promise<CatalogueSnapshot>
}
