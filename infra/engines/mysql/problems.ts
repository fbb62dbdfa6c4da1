import {
  type ConnectionDetails,
  ConnectionProblem,
  QueryProblem,
} from '../../../shared/ports/engine-driver.ts'
import { codeOf, messageOf, networkProblem, numberOf, stateOf } from '../connect.ts'

type Blame = readonly [message: string, field?: keyof ConnectionDetails]

/** What the server says at the door, by the engine's word for it. */
const refusals: Record<string, Blame> = {
  ER_ACCESS_DENIED_ERROR: ['The user name or password is wrong.', 'password'],
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ['The server asks for a password.', 'password'],
  ER_DBACCESS_DENIED_ERROR: ['There is no such database, or the user may not use it.', 'dbname'],
  ER_BAD_DB_ERROR: ['There is no database of this name.', 'dbname'],
  ER_HOST_NOT_PRIVILEGED: ['The server does not admit this user from here.', 'user'],
  ER_HOST_IS_BLOCKED: ['The server has blocked this host after failed connections.', 'host'],
  ER_CON_COUNT_ERROR: ['The server has no connection left for us.'],
  ER_TOO_MANY_USER_CONNECTIONS: ['The server has no connection left for this user.'],
  ER_USER_LIMIT_REACHED: ['The server has no connection left for this user.'],
  ER_SECURE_TRANSPORT_REQUIRED: ['The server admits encrypted connections only.', 'ssl'],
  HANDSHAKE_NO_SSL_SUPPORT: ['The server does not support SSL.', 'ssl'],
  HANDSHAKE_SSL_ERROR: ['The SSL connection could not be made.', 'ssl'],
  HANDSHAKE_UNKNOWN_ERROR: ['No MySQL answers here.', 'port'],
  PROTOCOL_CONNECTION_LOST: ['No MySQL answers here.', 'port'],
  PROTOCOL_UNEXPECTED_PACKET: ['No MySQL answers here.', 'port'],
  AUTH_SWITCH_PLUGIN_ERROR: ['The server asks for a way to log in that is not supported.', 'user'],
}

export const connectionProblem = (error: unknown): ConnectionProblem => {
  if (error instanceof ConnectionProblem) return error
  const blame = refusals[codeOf(error) ?? '']
  if (blame) return new ConnectionProblem(...blame)
  return networkProblem(error) ?? new ConnectionProblem('The connection could not be made.')
}

const tlsCodes = new Set(['ER_SECURE_TRANSPORT_REQUIRED', 'HANDSHAKE_NO_SSL_SUPPORT'])

/** True when encrypting the connection, or not encrypting it, could help. */
export const isAboutTls = (error: unknown): boolean => tlsCodes.has(codeOf(error) ?? '')

/** MariaDB has a number of its own, 1969, under a general name; 3024 is MySQL's. */
const timeOutNumbers = new Set([1969, 3024])
const interruptedNumber = 1317
/** The session is over: the server shut down, or somebody ended its thread. */
const sessionOverNumbers = new Set([1053, 1152, 1927, 3169, 4031])

/** Something is selected that is not grouped by. */
const notGroupedNumber = 1055

const groupingAdvice =
  'In GROUP BY, name an expression with a template tag by its alias or its place: to this engine ' +
  'a tag is another value wherever it stands.'

/** @param hasValues the statement is somebody's own, with values bound in it */
export const queryProblem = (error: unknown, hasValues = false): QueryProblem => {
  if (error instanceof QueryProblem) return error
  const number = numberOf(error)
  const state = stateOf(error)
  if (number === undefined || state === undefined || sessionOverNumbers.has(number))
    return new QueryProblem('connection', 'The connection to the database was lost.')
  if (timeOutNumbers.has(number))
    return new QueryProblem('timed-out', 'The query took too long.', state)
  if (number === interruptedNumber)
    return new QueryProblem('cancelled', 'The query was cancelled in the database.', state)
  const message = messageOf(error)
  return new QueryProblem(
    'db',
    hasValues && number === notGroupedNumber ? `${message} ${groupingAdvice}` : message,
    state,
  )
}
