/**
 * Every expected failure, by the word clients see as `code`. One table in `infra/http/errors.ts`
 * maps a kind to its HTTP status; anything else that is thrown is a bug and answers 500.
 */
export type RefusalKind =
  | 'validation'
  | 'unauthenticated'
  | 'forbidden'
  | 'account-deactivated'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'public-sharing-disabled'
  | 'embedding-disabled'
  | 'actions-disabled'
  | 'embedding-token-expired'
  | 'embedding-token-invalid'
  | 'stale-revision'
  | 'idempotency-key-reused'
  | 'idempotency-key-in-use'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  /** What an action was to do was not done. */
  | 'action-failed'
  /** Nobody knows whether it was. */
  | 'action-outcome-unknown'
  | 'overloaded'
  | 'projection-lag'
  | 'unavailable'

export type RefusalExtras = {
  /** One sentence per offending field, keyed by its path in the body. */
  errors?: Record<string, string>
  /** Seconds until a retry can succeed. */
  retryAfter?: number
  /** What came of it is on record: readers are to know before whoever asked does. */
  isRecorded?: true
  /** Further members of the answer's body, e.g. `revision` of a stale graph. */
  body?: Record<string, unknown>
}

/** The one error class of expected outcomes: a rule said no, and the caller can be told which. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly extras: RefusalExtras

  constructor(kind: RefusalKind, message: string, extras: RefusalExtras = {}) {
    super(message)
    this.kind = kind
    this.extras = extras
  }
}

/** @throws {Refusal} of `kind` unless the rule holds. */
export function refuseUnless(
  rule: unknown,
  kind: RefusalKind,
  message: string,
  extras?: RefusalExtras,
): asserts rule {
  if (!rule) throw new Refusal(kind, message, extras)
}

/** A 400 that names the one field it is about. */
export const invalid = (field: string, message: string) =>
  new Refusal('validation', message, { errors: { [field]: message } })

/** @throws {Refusal} 404 when there is nothing; otherwise answers the thing. */
export const found = <T>(thing: T | null | undefined, what: string): T => {
  if (thing === null || thing === undefined) throw new Refusal('not-found', `${what} not found.`)
  return thing
}
