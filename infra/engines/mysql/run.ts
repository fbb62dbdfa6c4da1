import type { Connection } from 'mysql2'
import {
  type CompiledQuery,
  type QueryOptions,
  QueryProblem,
  type ResultColumn,
} from '../../../shared/ports/engine-driver.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { Run } from '../engine.ts'
import { gatherRows } from '../gather.ts'
import type { ResultSink } from '../result.ts'
import { decodeRows, decoderOf, type Row } from './cells.ts'
import type { MysqlConnection } from './connection.ts'
import { hideNames } from './hide-names.ts'
import { queryProblem } from './problems.ts'
import { refusalOf } from './reading-statement.ts'
import type { Session } from './session.ts'
import { type MysqlType, typeOfField, type WireField } from './types.ts'
import type { OffsetAt } from './zone.ts'

const noColumns = () =>
  new QueryProblem('db', 'The statement returns no rows. Only statements that do can be run here.')

/** @throws {QueryProblem} Callers' own SQL must be one statement that reads. */
const refuseUnlessReading = (sql: string, session: Session): void => {
  const refusal = refusalOf(sql, session.quoteRules)
  if (refusal !== undefined) throw new QueryProblem('db', refusal)
}

/** Bytes, roughly; a number or nothing takes some, too. */
const sizeOf = (row: Row): number => {
  let size = 4 * row.length
  for (const value of row)
    if (typeof value === 'string' || Buffer.isBuffer(value)) size += value.length
  return size
}

const columnsOf = (
  fields: readonly WireField[],
  types: readonly MysqlType[],
): readonly ResultColumn[] =>
  types.map(({ name, baseType }, index) => ({
    name: fields[index]?.name ?? '',
    databaseType: name,
    baseType,
  }))

/** A statement never runs outside a read-only transaction. */
const beginReadOnly = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query('start transaction read only', (error) => (error ? reject(error) : resolve()))
  })

const rollback = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.rollback((error) => (error ? reject(error) : resolve()))
  })

/** Runs the statement as a prepared one and feeds the sink. Resolves behind its last packet. */
const stream = (
  connection: Connection,
  query: CompiledQuery,
  options: QueryOptions,
  offsetAt: OffsetAt,
  sink: ResultSink,
  isStopped: () => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const gathered = gatherRows<Row>(sink)
    const wanted = options.maxRows ?? Number.POSITIVE_INFINITY
    let received = 0
    let resultSets = 0
    const command = connection.execute({ sql: query.sql, values: [...query.parameters] })
    command.on('fields', (fields: WireField[] | undefined) => {
      resultSets += 1
      if (resultSets > 1) return // A procedure's further answers are not shown.
      if (!fields) return sink.fail(noColumns())
      const types = fields.map(typeOfField)
      sink.columns(columnsOf(fields, types))
      const decoders = types.map((type) => decoderOf(type, offsetAt))
      gathered.decodeWith((rows) => decodeRows(rows, decoders))
      hideNames(fields)
    })
    command.on('result', (row: unknown) => {
      const isWanted = resultSets === 1 && received < wanted && !isStopped()
      if (!isWanted || !Array.isArray(row)) return
      received += 1
      gathered.add(row, sizeOf(row))
      if (sink.isFull()) connection.pause()
    })
    command.on('error', reject)
    command.on('end', () => {
      gathered.flush()
      resolve()
    })
  })

/** One prepared statement in a read-only transaction, with back-pressure on the socket. */
export const startRun = (
  mysql: MysqlConnection,
  query: CompiledQuery,
  options: QueryOptions,
  sink: ResultSink,
): Run => {
  const { connection, session, lost } = mysql
  const hasValues = options.origin === 'foreign' && query.parameters.length > 0
  let stopped = false

  const run = async (): Promise<void> => {
    const { timeoutMs, timeZone, maxRows, origin } = options
    if (origin === 'foreign') refuseUnlessReading(query.sql, session)
    const offsetAt = await session.prepare({
      timeoutMs,
      timeZone,
      maxRows,
      zones: query.zones ?? [],
    })
    await beginReadOnly(connection)
    if (stopped) return
    await stream(connection, query, options, offsetAt, sink, () => stopped)
    sink.end()
  }

  return {
    settled: untilAborted(run(), lost).catch((error) => sink.fail(queryProblem(error, hasValues))),
    resume: () => connection.resume(),
    stop() {
      stopped = true
      connection.resume()
    },
    // A reset also rolls back and gives up locks, temporary tables and prepared statements.
    clean: () =>
      untilAborted(options.origin === 'foreign' ? session.reset() : rollback(connection), lost),
  }
}
