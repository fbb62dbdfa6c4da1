import type { EngineWriter } from '../../../shared/ports/engine-writer.ts'
import { addressGuard } from '../address-guard.ts'
import type { EngineOptions } from '../options.ts'
import type { WriteEngine, WriteSession } from '../write-engine.ts'
import { WriteFailure, writeProblem } from '../write-problems.ts'
import { writerOf } from '../writer.ts'
import { cancel, type PostgresConnection, postgresConnector } from './connection.ts'
import { connectionProblem } from './problems.ts'
import { tapRows } from './row-tap.ts'
import { sessionSettings, zoneSetting } from './words.ts'
import { blamedColumns, writeProblemOf } from './write-problems.ts'
import { runWrite } from './write-statement.ts'
import { refusalOf } from './writing-statement.ts'

/**
 * What reads also depend on, and three time-outs: ours come first, these are for when nobody is left
 * to see to them.
 */
const settings = `${sessionSettings},
  pg_catalog.set_config('lock_timeout', $2, true),
  pg_catalog.set_config('idle_in_transaction_session_timeout', $3, true)`
const settingsWithZone = `${settings}, ${zoneSetting('$4')}`

const graceMs = 5_000

const settingValues = ({ timeoutMs, lockMs, timeZone }: WriteSession): string[] => [
  String(Math.ceil(timeoutMs) + graceMs),
  String(lockMs),
  String(Math.ceil(timeoutMs) + graceMs),
  ...(timeZone === undefined ? [] : [timeZone]),
]

const postgresWrites: Omit<WriteEngine<PostgresConnection>, 'connector'> = {
  name: 'postgres',
  refusal: (_postgres, sql) => refusalOf(sql),
  async begin({ client }, session) {
    await client.query('begin read write')
    const { timeZone } = session
    const text = timeZone === undefined ? settings : settingsWithZone
    await client.query(text, settingValues(session))
  },
  run: runWrite,
  async commit({ client }) {
    const { command } = await client.query('commit')
    // A transaction that had failed is rolled back, and the server sees no error in that.
    if (command !== 'COMMIT') throw new WriteFailure(writeProblem('db'))
  },
  async rollback({ client }) {
    await client.query('rollback')
    return true
  },
  async restore({ client }, origin) {
    if (origin === 'foreign') await client.query('discard all')
  },
  interrupt: cancel,
  problemOf: writeProblemOf,
  columnsOf: blamedColumns,
}

/** PostgreSQL, and what speaks its protocol and has its catalogue. */
export const postgresWriter = (options: EngineOptions): EngineWriter =>
  writerOf(
    {
      ...postgresWrites,
      connector: postgresConnector(addressGuard(options), options.connectTimeoutMs, {
        tap: tapRows,
        opening: [],
        types: new Map(),
        problemOf: connectionProblem,
      }),
    },
    options,
  )
