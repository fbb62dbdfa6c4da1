import { type Connection, createConnection } from 'mysql2'
import type { ConnectionDetails } from '../../../shared/ports/engine-driver.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { AddressGuard } from '../address-guard.ts'
import { connectOver, openSocket } from '../connect.ts'
import type { TlsPlan } from '../tls.ts'
import { inTurn } from './in-turn.ts'
import { connectionProblem, isAboutTls } from './problems.ts'
import { type Session, startSession } from './session.ts'

export type MysqlConnection = {
  readonly connection: Connection
  readonly session: Session
  readonly alive: boolean
  close(): void
  /** Aborts when the connection breaks. */
  readonly lost: AbortSignal
  /** Ends the statement this connection is running, over another one. */
  interrupt(): Promise<void>
}

const tlsOptions = (plan: TlsPlan) => {
  if (plan === 'plain') return {}
  const { verify, ca } = plan
  const proof = {
    rejectUnauthorized: verify !== 'nothing',
    verifyIdentity: verify === 'chain-and-name',
  }
  return { ssl: ca === undefined ? proof : { ...proof, ca } }
}

/**
 * The server may not ask us for files, nor a statement be followed by another. The third would
 * change the SQL mode, but only until the first reset of the session.
 */
const refusedCapabilities = ['-LOCAL_FILES', '-MULTI_STATEMENTS', '-IGNORE_SPACE']

/** Few, because the server counts the prepared statements of all connections together. */
const maxPreparedStatements = 50

const newConnection = (
  details: ConnectionDetails,
  address: string,
  plan: TlsPlan,
  connectTimeout: number,
): Connection =>
  createConnection({
    host: details.host,
    port: details.port,
    stream: () => openSocket(address, details.port),
    database: details.dbname,
    user: details.user,
    ...(details.password === undefined ? {} : { password: details.password }),
    ...tlsOptions(plan),
    connectTimeout,
    charset: 'UTF8MB4_UNICODE_CI',
    flags: refusedCapabilities,
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    maxPreparedStatements,
  })

const established = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('connect', () => resolve())
    connection.once('error', reject)
  })

const breakOf = (connection: Connection): AbortSignal => {
  const lost = new AbortController()
  connection.on('error', (error) => lost.abort(error))
  connection.on('end', () => lost.abort(new Error('The server closed the connection.')))
  return lost.signal
}

/** KILL takes no parameter; the id is a number the server itself gave us. */
const kill = (connection: Connection, threadId: number): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.execute('kill query ?', [threadId], (error) => (error ? reject(error) : resolve()))
  })

/**
 * One KILL at a time: several at once hold each other up in MariaDB, where each then takes two
 * seconds and its statement goes on that long. Milliseconds until the next one is made all the same.
 */
const killTurnMs = 3_000

/** A function that opens connections to the database of these details. */
export const mysqlConnector = (guard: AddressGuard, connectTimeoutMs: number) => {
  return (details: ConnectionDetails) => {
    const turn = inTurn(killTurnMs)

    const bare = async (address: string, plan: TlsPlan) => {
      const connection = newConnection(details, address, plan, connectTimeoutMs)
      const lost = breakOf(connection)
      try {
        await established(connection)
      } catch (error) {
        connection.destroy()
        throw error
      }
      return { connection, lost }
    }

    const attempt = async (address: string, plan: TlsPlan): Promise<MysqlConnection> => {
      const { connection, lost } = await bare(address, plan)
      const { threadId } = connection
      return {
        connection,
        lost,
        session: await untilAborted(startSession(connection), lost),
        get alive() {
          return !lost.aborted
        },
        close: () => connection.destroy(),
        interrupt: () =>
          turn(async () => {
            const other = await bare(address, plan)
            try {
              await untilAborted(kill(other.connection, threadId), other.lost)
            } finally {
              other.connection.destroy()
            }
          }),
      }
    }

    return async (): Promise<MysqlConnection> => {
      try {
        return await connectOver(await guard(details), details, attempt, isAboutTls)
      } catch (error) {
        throw connectionProblem(error)
      }
    }
  }
}
