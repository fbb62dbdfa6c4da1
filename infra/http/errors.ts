import { Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'
import { unavailable } from '../postgres/trouble.ts'

/** The one table from what went wrong to what HTTP says (contract, "Errors"; decision G2). */
export const statusOf: Readonly<Record<RefusalKind, number>> = {
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  'account-deactivated': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'public-sharing-disabled': 400,
  'embedding-disabled': 403,
  'actions-disabled': 400,
  'embedding-token-expired': 401,
  'embedding-token-invalid': 401,
  conflict: 409,
  'stale-revision': 409,
  'idempotency-key-reused': 409,
  'idempotency-key-in-use': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'action-failed': 500,
  'action-outcome-unknown': 500,
  overloaded: 503,
  'projection-lag': 503,
  unavailable: 503,
}

export type ErrorAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

const internal: ErrorAnswer = {
  status: 500,
  headers: {},
  body: {
    message: 'Something went wrong on our side; the log has it under this request id.',
    error: true,
    code: 'internal',
  },
}

/** What a client is told. A bug tells them nothing but that it was one. */
export const errorAnswer = (error: unknown): ErrorAnswer => {
  const refusal = error instanceof Refusal ? error : unavailable(error)
  if (!refusal) return internal
  const { errors, retryAfter, body } = refusal.extras
  return {
    status: statusOf[refusal.kind],
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
    body: {
      ...body,
      message: refusal.message,
      error: true,
      code: refusal.kind,
      ...(errors && { errors }),
      ...(refusal.kind === 'rate-limited' && { retry_after: retryAfter ?? 1 }),
    },
  }
}
