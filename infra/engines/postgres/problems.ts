import {
  type ConnectionDetails,
  ConnectionProblem,
  QueryProblem,
} from '../../../shared/ports/engine-driver.ts'
import { codeOf, messageOf, networkProblem } from '../connect.ts'

type Blame = readonly [message: string, field?: keyof ConnectionDetails]

/** What the server says at the door, by SQLSTATE. Its own words may name hosts and files. */
const refusals: Record<string, Blame> = {
  '28P01': ['The user name or password is wrong.', 'password'],
  '28000': ['The server does not admit this user from here, or only over SSL.', 'user'],
  '3D000': ['There is no database of this name.', 'dbname'],
  '42501': ['The user may not connect to this database.', 'user'],
  '53300': ['The server has no connection left for us.'],
  '57P03': ['The server is starting up or shutting down.'],
}

/** Words of the pg package, which carry no code. */
const driverWords: readonly (readonly [RegExp, Blame])[] = [
  [/does not support SSL/, ['The server does not support SSL.', 'ssl']],
  [/establishing an SSL|altnames|certificate/i, ['The SSL connection could not be made.', 'ssl']],
  [/timeout expired/, ['The server did not answer in time.', 'host']],
  [/SASL|password must be/i, ['The server asks for a password.', 'password']],
  [/terminated|invalid response|Unknown authentication/, ['No Postgres answers here.', 'port']],
]

export const connectionProblem = (error: unknown): ConnectionProblem => {
  if (error instanceof ConnectionProblem) return error
  const blame =
    refusals[codeOf(error) ?? ''] ??
    driverWords.find(([words]) => words.test(messageOf(error)))?.[1]
  if (blame) return new ConnectionProblem(...blame)
  return networkProblem(error) ?? new ConnectionProblem('The connection could not be made.')
}

/** True when encrypting the connection, or not encrypting it, could help. */
export const isAboutTls = (error: unknown): boolean =>
  codeOf(error) === '28000' || /does not support SSL/.test(messageOf(error))

const isSqlState = (code: string | undefined): code is string =>
  code !== undefined && /^[0-9A-Z]{5}$/.test(code)

/** The session is over: the server shut down, or somebody ended its process. */
const sessionOver = /^(08|57P0)/

/** Severity of a complaint about the statement: the session that sent it goes on. */
const isAboutStatement = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR'

/** `elapsedMs` tells a time-out from a cancel, which share a state and differ in local words. */
export const queryProblem = (
  error: unknown,
  elapsedMs: number,
  timeoutMs: number,
): QueryProblem => {
  const state = codeOf(error)
  if (!isSqlState(state) || (sessionOver.test(state) && !isAboutStatement(error)))
    return new QueryProblem('connection', 'The connection to the database was lost.')
  if (state === '57014')
    return elapsedMs >= timeoutMs
      ? new QueryProblem('timed-out', 'The query took too long.', state)
      : new QueryProblem('cancelled', 'The query was cancelled in the database.', state)
  return new QueryProblem('db', messageOf(error), state)
}
