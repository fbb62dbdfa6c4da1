import type { Connection } from 'pg'
import type { CompiledQuery, QueryOptions } from '../../../shared/ports/engine-driver.ts'
import { bind, describe, execute, flush, parse, statement, sync } from './messages.ts'

type Origin = QueryOptions['origin']

/** The words of one server around a caller's statement, as messages. */
export type Words = {
  /** The transaction and what the run depends on, a message or more for each statement. */
  readonly preface: (options: QueryOptions) => readonly Buffer[]
  /** How many statements that is. */
  readonly prefaceStatements: number
  /** The name of the caller's statement; the unnamed one is forgotten with the next. */
  readonly statementName: string
  /** Undoes what the statement did, and what foreign SQL may have left behind in the session. */
  readonly closing: Readonly<Record<Origin, Buffer>>
  /** The same as statements, for a run that failed before it was closed. */
  readonly restoring: Readonly<Record<Origin, readonly string[]>>
}

/** The portal of the caller's statement; ours use the unnamed one and leave it open. */
const rowsPortal = 'rows'
const describeRows = describe(rowsPortal)

const send = ({ stream }: Connection, messages: readonly Buffer[]): void =>
  void stream.write(Buffer.concat(messages))

type Send = (
  connection: Connection,
  query: CompiledQuery,
  options: QueryOptions,
  rows: number,
) => void

/** What a run says to a server. */
export type Wire = {
  /** Opens a query in one packet and one round trip. */
  readonly sendOpening: Send
  /** The same with its closing, for an answer that is asked for at once: one round trip in all. */
  readonly sendWhole: Send
  readonly sendClosing: (connection: Connection, origin: Origin) => void
} & Pick<Words, 'prefaceStatements' | 'restoring'>

export const wireOf = (words: Words): Wire => {
  const { preface, statementName, closing, prefaceStatements, restoring } = words
  /** The transaction, its settings, the statement and its first rows. */
  const opening = (query: CompiledQuery, options: QueryOptions, rows: number) => [
    ...preface(options),
    parse(query.sql, statementName),
    bind(rowsPortal, query.parameters, statementName),
    describeRows,
    execute(rowsPortal, rows),
  ]
  return {
    prefaceStatements,
    restoring,
    sendOpening: (connection, query, options, rows) =>
      send(connection, [...opening(query, options, rows), flush]),
    sendWhole: (connection, query, options, rows) =>
      send(connection, [...opening(query, options, rows), closing[options.origin]]),
    sendClosing: (connection, origin) => send(connection, [closing[origin]]),
  }
}

/** Further rows of the open statement. */
export const sendStep = (connection: Connection, rows: number): void =>
  send(connection, [execute(rowsPortal, rows), flush])

/** A statement of our own behind the one that ran, in the same transaction. */
export const sendInside = (connection: Connection, { sql, parameters }: CompiledQuery): void =>
  send(connection, [statement(sql)(parameters), flush])

/** Behind an error: what was sent and not run is skipped up to here. */
export const sendSync = (connection: Connection): void => send(connection, [sync])
