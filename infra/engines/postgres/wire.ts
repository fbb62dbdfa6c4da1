import type { Connection } from 'pg'
import type { CompiledQuery, QueryOptions } from '../../../shared/ports/engine-driver.ts'
import { bind, describe, execute, flush, parse, statement, sync } from './messages.ts'

/** The portal of the caller's statement; ours use the unnamed one and leave it open. */
const rowsPortal = 'rows'
const describeRows = describe(rowsPortal)

const begin = statement('begin read only')()
const rollback = statement('rollback')()
const discard = statement('discard all')()

/**
 * Everything a run depends on, in the transaction and gone with it: whatever the role, the database
 * or a pooler in between have set, answers come in the one form `cells.ts` reads.
 */
const settings = `select pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('DateStyle', 'ISO', true),
  pg_catalog.set_config('IntervalStyle', 'postgres', true),
  pg_catalog.set_config('bytea_output', 'hex', true),
  pg_catalog.set_config('extra_float_digits', '3', true)`
const setAll = statement(settings)
const setAllWithZone = statement(`${settings}, pg_catalog.set_config('TimeZone', $2, true)`)

const set = ({ timeoutMs, timeZone }: QueryOptions): Buffer => {
  const timeout = Math.max(1, Math.ceil(timeoutMs))
  return timeZone === undefined ? setAll([timeout]) : setAllWithZone([timeout, timeZone])
}

/** The transaction, its settings, the statement and its first rows. */
const opening = (query: CompiledQuery, options: QueryOptions, rows: number): readonly Buffer[] => [
  begin,
  set(options),
  parse(query.sql),
  bind(rowsPortal, query.parameters),
  describeRows,
  execute(rowsPortal, rows),
]

/** Undoes what the statement did, and what foreign SQL may have left behind in the session. */
const closing: Readonly<Record<QueryOptions['origin'], Buffer>> = {
  compiled: Buffer.concat([rollback, sync]),
  foreign: Buffer.concat([rollback, discard, sync]),
}

const send = ({ stream }: Connection, messages: readonly Buffer[]): void =>
  void stream.write(Buffer.concat(messages))

type Send = (
  connection: Connection,
  query: CompiledQuery,
  options: QueryOptions,
  rows: number,
) => void

/**
 * Opens a query in one packet and one round trip. There is no Sync in between, so when the
 * transaction cannot be read-only nothing else runs.
 */
export const sendOpening: Send = (connection, query, options, rows) =>
  send(connection, [...opening(query, options, rows), flush])

/** The same with its closing, for an answer that is asked for at once: one round trip in all. */
export const sendWhole: Send = (connection, query, options, rows) =>
  send(connection, [...opening(query, options, rows), closing[options.origin]])

/** Further rows of the open statement. */
export const sendStep = (connection: Connection, rows: number): void =>
  send(connection, [execute(rowsPortal, rows), flush])

/** A statement of our own behind the one that ran, in the same transaction. */
export const sendInside = (connection: Connection, { sql, parameters }: CompiledQuery): void =>
  send(connection, [statement(sql)(parameters), flush])

export const sendClosing = (connection: Connection, origin: QueryOptions['origin']): void =>
  send(connection, [closing[origin]])

/** Behind an error: what was sent and not run is skipped up to here. */
export const sendSync = (connection: Connection): void => send(connection, [sync])
