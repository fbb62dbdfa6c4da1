import type { EngineWriter } from '../../../shared/ports/engine-writer.ts'
import { addressGuard } from '../address-guard.ts'
import type { EngineOptions } from '../options.ts'
import { cancel, type PostgresConnection, postgresConnector } from '../postgres/connection.ts'
import { runWrite } from '../postgres/write-statement.ts'
import type { WriteEngine } from '../write-engine.ts'
import { writerOf } from '../writer.ts'
import { connectionProblem } from './problems.ts'
import { writingRefusalOf } from './reading-statement.ts'
import { tapH2 } from './tap.ts'
import { h2Types } from './types.ts'
import { blamedColumns, writeProblemOf } from './write-problems.ts'

/** Our own clock comes first; the server's is for when nobody is left to see to it. */
const graceMs = 5_000

/** Behind a statement that could not be parsed, H2 goes on with the one before of the same name. */
const statementName = 'write'

const h2Writes: Omit<WriteEngine<PostgresConnection>, 'connector'> = {
  name: 'h2',
  refusal: (_h2, sql) => writingRefusalOf(sql),
  async begin({ client }, { timeoutMs, lockMs, timeZone }) {
    // Commands that are none of a transaction's end one: they come before it begins.
    await client.query('set query_timeout $1', [Math.ceil(timeoutMs) + graceMs])
    await client.query('set lock_timeout $1', [lockMs])
    if (timeZone === undefined) await client.query('set time zone local')
    else await client.query('set time zone $1', [timeZone])
    await client.query('begin')
  },
  run: (h2, statement) => runWrite(h2, statement, statementName),
  async commit({ client }) {
    await client.query('commit')
  },
  async rollback({ client }) {
    await client.query('rollback')
    return true
  },
  restore: (_h2, origin) =>
    origin === 'compiled'
      ? Promise.resolve()
      : Promise.reject(new Error('A session keeps what SQL may have set.')),
  interrupt: cancel,
  problemOf: writeProblemOf,
  columnsOf: blamedColumns,
}

/** H2 through its server in PostgreSQL mode. */
export const h2Writer = (options: EngineOptions): EngineWriter =>
  writerOf(
    {
      ...h2Writes,
      connector: postgresConnector(addressGuard(options), options.connectTimeoutMs, {
        tap: tapH2,
        opening: [],
        types: h2Types,
        problemOf: connectionProblem,
      }),
    },
    options,
  )
