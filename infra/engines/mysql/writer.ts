import type { ResultSetHeader } from 'mysql2'
import type { EngineWriter } from '../../../shared/ports/engine-writer.ts'
import { untilAborted } from '../../until-aborted.ts'
import { addressGuard } from '../address-guard.ts'
import type { EngineOptions } from '../options.ts'
import type { PooledConnection } from '../pool.ts'
import type { WriteEngine } from '../write-engine.ts'
import { writerOf } from '../writer.ts'
import { type MysqlConnection, mysqlConnector } from './connection.ts'
import { execute } from './execute.ts'
import { blamedColumns, writeProblemOf } from './write-problems.ts'
import { runWrite } from './write-statement.ts'
import { refusalOf } from './writing-statement.ts'
import type { OffsetAt } from './zone.ts'

/** A connection and the time zone of the transaction on it. */
type WritingConnection = PooledConnection & {
  readonly mysql: MysqlConnection
  offsetAt: OffsetAt
}

/** Nothing is cut or made to fit without a word; what others hold locked is not waited for long. */
const rules = `set session sql_mode = concat(@@session.sql_mode, ',STRICT_ALL_TABLES'),
  session innodb_lock_wait_timeout = cast(? as unsigned),
  session lock_wait_timeout = cast(? as unsigned)`

/** Our own clock comes first; the server's is for when nobody is left to see to it. */
const graceMs = 5_000

/** Sends a command of the transaction; answers how many warnings it gave. */
const command = ({ mysql }: WritingConnection, sql: string): Promise<number> =>
  untilAborted(
    new Promise<number>((resolve, reject) => {
      mysql.connection.query<ResultSetHeader>(sql, (error, header) =>
        error ? reject(error) : resolve(header.warningStatus),
      )
    }),
    mysql.lost,
  )

const mysqlWrites: Omit<WriteEngine<WritingConnection>, 'connector'> = {
  name: 'mysql',
  refusal: ({ mysql }, sql) => refusalOf(sql, mysql.session.quoteRules),
  async begin(writing, { timeoutMs, lockMs, timeZone, zones }) {
    const { connection, session, lost } = writing.mysql
    const wish = { timeoutMs: timeoutMs + graceMs, timeZone, maxRows: undefined, zones }
    writing.offsetAt = await untilAborted(session.prepare(wish), lost)
    const lockSeconds = Math.ceil(lockMs / 1000)
    await untilAborted(execute(connection, rules, [lockSeconds, lockSeconds]), lost)
    await command(writing, 'start transaction read write')
  },
  run: ({ mysql, offsetAt }, statement) => runWrite(mysql, statement, offsetAt),
  async commit(writing) {
    await command(writing, 'commit')
  },
  // It warns of tables that know no transactions.
  rollback: async (writing) => (await command(writing, 'rollback')) === 0,
  // Whoever wrote it: the key that was given last stays with a session.
  restore: ({ mysql }) => untilAborted(mysql.session.reset(), mysql.lost),
  interrupt: ({ mysql }) => mysql.interrupt(),
  problemOf: writeProblemOf,
  columnsOf: ({ mysql }, ...about) => blamedColumns(mysql, ...about),
}

const utc: OffsetAt = () => 0

/** MySQL and MariaDB. */
export const mysqlWriter = (options: EngineOptions): EngineWriter => {
  const connector = mysqlConnector(addressGuard(options), options.connectTimeoutMs)
  return writerOf(
    {
      ...mysqlWrites,
      connector: (details) => {
        const open = connector(details)
        return async () => {
          const mysql = await open()
          return {
            mysql,
            offsetAt: utc,
            get alive() {
              return mysql.alive
            },
            close: () => mysql.close(),
          }
        }
      },
    },
    options,
  )
}
