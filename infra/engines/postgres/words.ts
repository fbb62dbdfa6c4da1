import type { QueryOptions } from '../../../shared/ports/engine-driver.ts'
import { statement, sync } from './messages.ts'
import type { Words } from './wire.ts'

const begin = statement('begin read only')()
const rollback = statement('rollback')()
const discard = statement('discard all')()

/**
 * Everything a run depends on, in the transaction and gone with it: whatever the role, the database
 * or a pooler in between have set, answers come in the one form `cells.ts` reads.
 */
export const sessionSettings = `select pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('DateStyle', 'ISO', true),
  pg_catalog.set_config('IntervalStyle', 'postgres', true),
  pg_catalog.set_config('bytea_output', 'hex', true),
  pg_catalog.set_config('extra_float_digits', '3', true)`
export const zoneSetting = (placeholder: '$2' | '$4') =>
  `pg_catalog.set_config('TimeZone', ${placeholder}, true)`

const setAll = statement(sessionSettings)
const setAllWithZone = statement(`${sessionSettings}, ${zoneSetting('$2')}`)

const set = ({ timeoutMs, timeZone }: QueryOptions): Buffer => {
  const timeout = Math.max(1, Math.ceil(timeoutMs))
  return timeZone === undefined ? setAll([timeout]) : setAllWithZone([timeout, timeZone])
}

/**
 * There is no Sync between the transaction and the statement, so when the transaction cannot be
 * read-only nothing else runs.
 */
export const postgresWords: Words = {
  preface: (options) => [begin, set(options)],
  prefaceStatements: 2,
  statementName: '',
  closing: {
    compiled: Buffer.concat([rollback, sync]),
    foreign: Buffer.concat([rollback, discard, sync]),
  },
  restoring: { compiled: ['rollback'], foreign: ['rollback', 'discard all'] },
}
