import type { Connection } from 'mysql2'
import { execute } from './execute.ts'
import type { QuoteRules } from './lexer.ts'
import { quoteRulesOf } from './reading-statement.ts'
import { type OffsetAt, readableZone, zoneOffsets } from './zone.ts'
import { useZone, zoneCheck } from './zone-names.ts'

/** What a run wants of its session. */
export type SessionWish = {
  readonly timeoutMs: number
  readonly timeZone: string | undefined
  /** A bound on the rows of a plain SELECT, set by the server itself. */
  readonly maxRows: number | undefined
  /** Time zones the statement names. */
  readonly zones: readonly string[]
}

/** The server-side state of one connection, and the words to change it. */
export type Session = {
  /** How the server reads quotes in what this session sends. */
  readonly quoteRules: QuoteRules
  /**
   * Sets what differs from the last run; answers the offsets of its time zone.
   * @throws {QueryProblem} `unsupported-feature` where the server does not know a time zone.
   */
  prepare(wish: SessionWish): Promise<OffsetAt>
  /** Forgets everything the statements on it did. */
  reset(): Promise<void>
}

/**
 * Every session starts like this: its transactions are read-only unless they say otherwise. A slow
 * reader must not be taken for a dead one, hence the time-out.
 */
const opening = [
  'set names utf8mb4',
  'set session transaction read only',
  'set session net_write_timeout = 3600',
]

const about = `select version(), @@session.time_zone, @@system_time_zone,
  timediff(now(), utc_timestamp()), @@session.sql_mode`

type Server = {
  readonly isMariaDb: boolean
  readonly quoteRules: QuoteRules
  readonly zone: string
}

const open = async (connection: Connection): Promise<void> => {
  for (const sql of opening) await execute(connection, sql)
}

const readServer = async (connection: Connection): Promise<Server> => {
  const [row = []] = await execute(connection, about)
  const [version, zone, systemZone, offset, sqlMode] = row.map(String)
  const named = (zone === 'SYSTEM' ? systemZone : zone) ?? 'UTC'
  return {
    isMariaDb: /mariadb/i.test(version ?? ''),
    quoteRules: quoteRulesOf(sqlMode ?? ''),
    zone: readableZone(named, offset ?? '', Date.now()),
  }
}

/** MariaDB counts seconds and covers all statements, MySQL milliseconds and only SELECT. */
const timeLimits = {
  mariaDb: {
    sql: 'set session max_statement_time = ?',
    valueOf: (ms: number) => ms / 1000,
  },
  mySql: {
    sql: 'set session max_execution_time = ?',
    valueOf: (ms: number) => Math.max(1, Math.ceil(ms)),
  },
}

const noLimit = '18446744073709551615'

type Settings = {
  readonly timeoutMs: number | undefined
  readonly timeZone: string | undefined
  readonly maxRows: number | undefined
}

const unset: Settings = { timeoutMs: undefined, timeZone: undefined, maxRows: undefined }

export const startSession = async (connection: Connection): Promise<Session> => {
  const server = await readServer(connection)
  await open(connection)
  const timeLimit = server.isMariaDb ? timeLimits.mariaDb : timeLimits.mySql
  const serverZone = zoneOffsets(server.zone)
  const checkZones = zoneCheck(connection)
  /** What is set, as far as that is known. */
  let current: Settings | undefined = unset
  let offsetAt = serverZone

  const setZoneTo = async (timeZone: string | undefined): Promise<void> => {
    if (timeZone !== undefined) offsetAt = await useZone(connection, timeZone)
    else {
      await execute(connection, 'set session time_zone = default')
      offsetAt = serverZone
    }
  }

  return {
    quoteRules: server.quoteRules,
    async prepare(wish) {
      const { timeoutMs, timeZone, maxRows, zones } = wish
      const before = current
      current = undefined
      if (before?.timeoutMs !== timeoutMs)
        await execute(connection, timeLimit.sql, [timeLimit.valueOf(timeoutMs)])
      if (!before || before.timeZone !== timeZone) await setZoneTo(timeZone)
      if (!before || before.maxRows !== maxRows)
        await execute(connection, 'set session sql_select_limit = cast(? as unsigned)', [
          maxRows === undefined ? noLimit : String(maxRows),
        ])
      current = wish
      await checkZones(zones)
      return offsetAt
    },
    async reset() {
      current = unset
      offsetAt = serverZone
      await new Promise<void>((resolve, reject) => {
        connection.reset((error) => (error ? reject(error) : resolve()))
      })
      await open(connection)
    },
  }
}
