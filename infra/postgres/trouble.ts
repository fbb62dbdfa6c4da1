import { Refusal } from '../../shared/kernel/refusal.ts'

/**
 * Gone: SQLSTATEs of connection failures, shutdown and start-up, of sessions given up for their
 * silence, and the network's own codes.
 */
const lostCodes =
  /^(08|57P0[1-3]|57P05|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/** The driver's words for the same; it has no codes of its own. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout expired)/

/**
 * Too busy for now: resources, time-outs, serialisation, a server that is a read-only replica; or a
 * process or machine of ours that has no file, buffer or port left for a connection. A login of ours
 * that is refused is being given another password, or its process is to be restarted with another key.
 */
const busyCodes =
  /^(28P01|28000|53|57014|55P03|40001|40P01|25006|EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)/
const busyMessages = /^(Query read timeout|timeout exceeded when trying to connect)/

// By shape, not by class: the network's errors need not be of this realm's `Error`.
const textOf = (error: unknown, field: 'code' | 'message'): string => {
  if (typeof error !== 'object' || error === null) return ''
  const text: unknown = Reflect.get(error, field)
  return typeof text === 'string' ? text : ''
}

/** The SQLSTATE of an error, or the network's own code; empty where it has neither. */
export const codeOf = (error: unknown): string => textOf(error, 'code')

/** The connection went away: whether the statement took effect is unknown. */
export const isConnectionLost = (error: unknown): boolean =>
  lostCodes.test(textOf(error, 'code')) || lostMessages.test(textOf(error, 'message'))

const isBusy = (error: unknown): boolean =>
  busyCodes.test(textOf(error, 'code')) || busyMessages.test(textOf(error, 'message'))

/**
 * Our own database is away or busy, which passes: `unavailable`, with the error as its cause.
 * Undefined for any other error.
 */
export const unavailable = (error: unknown): Refusal | undefined => {
  if (!isConnectionLost(error) && !isBusy(error)) return undefined
  const refusal = new Refusal('unavailable', 'The service is short of its database; try again.', {
    retryAfter: 1,
  })
  refusal.cause = error
  return refusal
}
