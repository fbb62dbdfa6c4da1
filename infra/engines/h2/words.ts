import { close, statement, sync } from '../postgres/messages.ts'
import type { Words } from '../postgres/wire.ts'

/**
 * There are no read-only transactions: statements of callers are read before they are sent. It
 * begins behind the settings, because commands that are none of a transaction's end one.
 */
const begin = statement('begin')()
const setTimeout = statement('set query_timeout $1')
const setZone = statement('set time zone $1')
const setServerZone = statement('set time zone local')()

/**
 * Named, because a name is forgotten: behind a statement that could not be parsed H2 goes on with
 * what was parsed under its name before.
 */
const statementName = 'rows'

const closing = Buffer.concat([statement('rollback')(), close(statementName), sync])

export const h2Words: Words = {
  preface: ({ timeoutMs, timeZone }) => [
    setTimeout([Math.max(1, Math.ceil(timeoutMs))]),
    timeZone === undefined ? setServerZone : setZone([timeZone]),
    begin,
  ],
  prefaceStatements: 3,
  statementName,
  closing: { compiled: closing, foreign: closing },
  restoring: { compiled: ['rollback'], foreign: ['rollback'] },
}
