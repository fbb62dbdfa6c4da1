import { Refusal } from '../../../shared/kernel/refusal.ts'

/** No answer within the time a call has. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

// By shape, not by class: while a node is down the client rejects with raw gRPC errors.
const fieldOf = (error: unknown, field: 'type' | 'code' | 'message'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined

const isOfType = (...types: readonly string[]) => {
  const wanted = new Set<unknown>(types)
  return (error: unknown): boolean => wanted.has(fieldOf(error, 'type'))
}

export const isStreamNotFound = isOfType('stream-not-found')

/** The node follows another one; the client goes to that with its next call. */
export const isNotLeader = isOfType('not-leader')

/** More than the server takes at once. */
export const isTooLarge = isOfType('maximum-append-size-exceeded')

const invalidArgument = 3

/** A place in the log that no event has: between two of them, or of another log. */
export const isInvalidPosition = (error: unknown): boolean =>
  fieldOf(error, 'code') === invalidArgument ||
  /invalid position/i.test(String(fieldOf(error, 'message')))

const isAnswerByType = isOfType(
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'maximum-append-size-exceeded',
  'invalid-argument',
)

/** The server has understood and said no; what that means is the caller's to say. */
const isAnswer = (error: unknown): boolean => isAnswerByType(error) || isInvalidPosition(error)

const isDenied = isOfType('access-denied')

/** What no further try would change. */
export const isFinal = (error: unknown): boolean => isAnswer(error) || isDenied(error)

const isLostByType = isOfType('cancelled', 'unavailable', 'deadline-exceeded', 'timeout')

/** gRPC: cancelled, deadline exceeded, aborted, unavailable. */
const lostCodes = new Set<unknown>([1, 4, 10, 14])

/** Nobody knows whether the call took effect: the node, the connection or the answer was lost. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Unanswered || isLostByType(error) || lostCodes.has(fieldOf(error, 'code'))

/** What callers see of an error that no further try got over: an answer, or that it will pass. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof Refusal || isAnswer(error)) return error
  const refusal = new Refusal('unavailable', 'The event store is away or busy; try again.', {
    retryAfter: 1,
  })
  refusal.cause = error
  return refusal
}
