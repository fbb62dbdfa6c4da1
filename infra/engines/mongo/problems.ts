import {
  MongoInvalidArgumentError,
  MongoMissingCredentialsError,
  MongoNetworkTimeoutError,
  MongoServerError,
} from 'mongodb'
import {
  type ConnectionDetails,
  ConnectionProblem,
  QueryProblem,
} from '../../../shared/ports/engine-driver.ts'
import { codeOf, messageOf, networkProblem } from '../connect.ts'
import type { TlsPlan } from '../tls.ts'

type Blame = readonly [message: string, field?: keyof ConnectionDetails]

/** What the server says at the door, by its number for it. */
const refusals: Readonly<Record<number, Blame>> = {
  13: ['The user may not read this database.', 'user'],
  18: ['The user name or password is wrong.', 'password'],
  73: ['There can be no database of this name.', 'dbname'],
  334: ['The server asks for a way to log in that is not supported.', 'user'],
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

/** The package wraps what the system says. */
export const rootOf = (error: unknown): unknown => {
  const cause = causeOf(error)
  return codeOf(cause) === undefined ? error : cause
}

const overTls = (plan: TlsPlan): Blame | undefined =>
  plan === 'plain' ? undefined : ['The encrypted connection could not be made.', 'ssl']

/** The server hung up on the first words; under TLS, it may have expected others. */
const hungUp = /closed|reset|disconnected|EPROTO/i

/** Why a connection in the clear, or under TLS, could not be made. */
export const connectionProblem = (error: unknown, plan: TlsPlan): Error => {
  if (error instanceof ConnectionProblem) return error
  const numbered = error instanceof MongoServerError ? refusals[Number(error.code)] : undefined
  if (numbered) return new ConnectionProblem(...numbered)
  if (error instanceof MongoMissingCredentialsError || error instanceof MongoInvalidArgumentError)
    return new ConnectionProblem('The user name or password is wrong.', 'password')
  const root = rootOf(error)
  const blame = hungUp.test(`${codeOf(root)} ${messageOf(root)}`) ? overTls(plan) : undefined
  if (blame) return new ConnectionProblem(...blame)
  // As the system puts it: there may be another address to try.
  if (networkProblem(root)) return root instanceof Error ? root : new Error(messageOf(root))
  if (error instanceof MongoNetworkTimeoutError)
    return new ConnectionProblem('The server did not answer in time.', 'host')
  return new ConnectionProblem('No MongoDB answers here.', 'port')
}

/** True when encrypting the connection, or not encrypting it, could help. */
export const isAboutTls = (error: unknown): boolean =>
  error instanceof ConnectionProblem && (error.field === 'ssl' || error.field === 'port')

const lost = () => new QueryProblem('connection', 'The connection to the database was lost.')

const timeOutNumbers = new Set([50, 262])
const cancelNumbers = new Set([43, 237, 11_601])
/** The server shuts down, or is not to be read from any more. */
const goneNumbers = new Set([91, 189, 11_600, 11_602, 13_435, 13_436])

const isTimeOut = (error: unknown): boolean =>
  error instanceof MongoServerError && timeOutNumbers.has(Number(error.code))

export const isForbidden = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === 13

const serverProblem = (error: MongoServerError): QueryProblem => {
  const code = Number(error.code)
  if (isTimeOut(error)) return new QueryProblem('timed-out', 'The query took too long.')
  if (cancelNumbers.has(code))
    return new QueryProblem('cancelled', 'The query was cancelled in the database.')
  return goneNumbers.has(code) ? lost() : new QueryProblem('db', error.message)
}

/** The server would not do what was asked; the user, the server and the connection are all right. */
export const isAboutQuery = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !isForbidden(error) &&
  ['db', 'timed-out'].includes(serverProblem(error).errorType)

const isName = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Error && pattern.test(error.name)

export const queryProblem = (error: unknown): QueryProblem => {
  if (error instanceof QueryProblem) return error
  if (error instanceof MongoServerError) return serverProblem(error)
  if (isName(error, /Abort/)) return new QueryProblem('cancelled', 'The query was cancelled.')
  // The server sent what cannot be read, or nothing more.
  if (isName(error, /^(Mongo.*|BSON.*|RangeError)$/) || networkProblem(rootOf(error))) return lost()
  return new QueryProblem('driver', messageOf(error))
}
