import type { Connection } from 'pg'
import type { BoundValue } from '../../../shared/ports/engine-driver.ts'

type Statement = { readonly sql: string; readonly values?: readonly (string | null)[] }

/** The portal of the caller's statement; ours use the unnamed one and leave it open. */
const rowsPortal = 'rows'

/** Prepares and binds one statement: the protocol refuses a text that holds more. */
const bind = (connection: Connection, { sql, values = [] }: Statement, portal = ''): void => {
  connection.parse({ name: '', text: sql, types: [] }, true)
  connection.bind({ portal, values: [...values] }, true)
}

/** The package's types ask for text where the wire, and its code, take a number. */
const executeRows = (connection: Connection, rows: number): void =>
  connection.execute({ portal: rowsPortal, rows: String(rows) }, true)

const runWhole = (connection: Connection, statement: Statement): void => {
  bind(connection, statement)
  connection.execute({ portal: '' }, true)
}

/** What the wire carries for a bound value; the server infers the types. */
export const parameterText = (value: BoundValue): string | null =>
  value === null ? null : String(value)

/**
 * Everything a run depends on, in the transaction and gone with it: whatever the role, the database
 * or a pooler in between have set, answers come in the one form `cells.ts` reads.
 */
const settings = `select pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('DateStyle', 'ISO', true),
  pg_catalog.set_config('IntervalStyle', 'postgres', true),
  pg_catalog.set_config('bytea_output', 'hex', true),
  pg_catalog.set_config('extra_float_digits', '3', true)`
const settingsWithZone = `${settings}, pg_catalog.set_config('TimeZone', $2, true)`

export type Opening = {
  readonly sql: string
  readonly values: readonly (string | null)[]
  readonly timeoutMs: number
  readonly timeZone: string | undefined
  /** Rows of the first step. */
  readonly rows: number
}

const corked = (connection: Connection, send: () => void): void => {
  connection.stream.cork()
  try {
    send()
  } finally {
    connection.stream.uncork()
  }
}

/**
 * The transaction, its settings, the statement and its first rows in one packet and one round trip.
 * There is no Sync in between, so when the transaction cannot be read-only nothing else runs.
 */
export const sendOpening = (connection: Connection, opening: Opening): void =>
  corked(connection, () => {
    const { sql, values, timeoutMs, timeZone, rows } = opening
    runWhole(connection, { sql: 'begin read only' })
    const timeout = String(Math.max(1, Math.ceil(timeoutMs)))
    if (timeZone === undefined) runWhole(connection, { sql: settings, values: [timeout] })
    else runWhole(connection, { sql: settingsWithZone, values: [timeout, timeZone] })
    bind(connection, { sql, values }, rowsPortal)
    connection.describe({ type: 'P', name: rowsPortal }, true)
    executeRows(connection, rows)
    connection.flush()
  })

/** Further rows of the open statement. */
export const sendStep = (connection: Connection, rows: number): void =>
  corked(connection, () => {
    executeRows(connection, rows)
    connection.flush()
  })

/** A statement of our own behind the one that ran, in the same transaction. */
export const sendInside = (connection: Connection, statement: Statement): void =>
  corked(connection, () => {
    runWhole(connection, statement)
    connection.flush()
  })

export const sendClosing = (connection: Connection): void =>
  corked(connection, () => {
    runWhole(connection, { sql: 'rollback' })
    connection.sync()
  })
