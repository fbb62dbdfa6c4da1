import { isIP, type Socket, connect as tcp } from 'node:net'
import { type ConnectionDetails, ConnectionProblem } from '../../shared/ports/engine-driver.ts'
import { type TlsPlan, tlsPlans } from './tls.ts'

/** What went wrong on the way to a server, by the system's word for it. */
const networkProblems: Record<string, readonly [string, keyof ConnectionDetails]> = {
  ECONNREFUSED: ['Nothing accepts connections at this host and port.', 'port'],
  ECONNRESET: ['The server closed the connection. Is this the right port?', 'port'],
  EPIPE: ['The server closed the connection. Is this the right port?', 'port'],
  ETIMEDOUT: ['The server did not answer in time.', 'host'],
  EHOSTUNREACH: ['The host cannot be reached.', 'host'],
  ENETUNREACH: ['The host cannot be reached.', 'host'],
  EADDRNOTAVAIL: ['The host cannot be reached.', 'host'],
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** What an error says under a name, where that is text. */
export const textOf = (error: unknown, name: string): string | undefined => {
  const value = propertyOf(error, name)
  return typeof value === 'string' ? value : undefined
}

/** The system's or the engine's word for an error, if there is one. */
export const codeOf = (error: unknown): string | undefined => textOf(error, 'code')

/** SQLSTATE, where the package keeps it apart from its code. */
export const stateOf = (error: unknown): string | undefined => textOf(error, 'sqlState')

/** The engine's own number of an error. */
export const numberOf = (error: unknown): number | undefined => {
  const value = propertyOf(error, 'errno')
  return typeof value === 'number' ? value : undefined
}

export const messageOf = (error: unknown): string => textOf(error, 'message') ?? ''

const certificateCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|EPROTO)/

/** A problem below the engine's own protocol, or undefined. */
export const networkProblem = (error: unknown): ConnectionProblem | undefined => {
  const code = codeOf(error)
  const known = networkProblems[code ?? '']
  if (known) return new ConnectionProblem(...known)
  if (code && certificateCodes.test(code))
    return new ConnectionProblem('The encrypted connection could not be verified.', 'ssl')
  return undefined
}

const worthAnotherAddress = (error: unknown): boolean =>
  codeOf(error) !== undefined && networkProblems[codeOf(error) ?? ''] !== undefined

type Attempt<C> = (address: string, plan: TlsPlan) => Promise<C>

const tryPlans = async <C>(
  plans: readonly TlsPlan[],
  attempt: (plan: TlsPlan) => Promise<C>,
  isAboutTls: (error: unknown) => boolean,
): Promise<C> => {
  const [plan = 'plain', ...others] = plans
  try {
    return await attempt(plan)
  } catch (error) {
    if (others.length === 0 || !isAboutTls(error)) throw error
    return tryPlans(others, attempt, isAboutTls)
  }
}

/**
 * The first connection that can be made over the addresses a name stands for, and the ways of
 * encrypting its details ask for. Rejects with the last error.
 */
export const connectOver = async <C>(
  addresses: readonly string[],
  details: ConnectionDetails,
  attempt: Attempt<C>,
  isAboutTls: (error: unknown) => boolean,
): Promise<C> => {
  const [address = details.host, ...others] = addresses
  try {
    return await tryPlans(tlsPlans(details), (plan) => attempt(address, plan), isAboutTls)
  } catch (error) {
    if (others.length === 0 || !worthAnotherAddress(error)) throw error
    return connectOver(others, details, attempt, isAboutTls)
  }
}

/** The name a certificate must bear; an address is not sent as one (RFC 6066). */
export const serverName = (host: string): { servername?: string } =>
  isIP(host) === 0 ? { servername: host } : {}

/** A socket to exactly this address, for a package that would look the name up once more. */
export const openSocket = (address: string, port: number): Socket =>
  tcp({ host: address, port, noDelay: true, keepAlive: true })
