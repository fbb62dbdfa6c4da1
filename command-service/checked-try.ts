import { Refusal, type RefusalKind } from '../shared/kernel/refusal.ts'
import type { LoginAttempt } from '../shared/ports/login-throttle.ts'

/** Refusals that are about who tries; all else says nothing of them. */
const verdicts: readonly RefusalKind[] = ['unauthenticated', 'forbidden', 'account-deactivated']

const isVerdict = (error: unknown): boolean =>
  error instanceof Refusal && verdicts.includes(error.kind)

/**
 * What a check of a password finds, or what follows from it. Where that cannot be done, because too
 * much is asked at once or the database is away, the try was none: nobody is to be locked out by that.
 */
export const checkedTry = async <T>(
  attempt: Pick<LoginAttempt, 'withdrawn'>,
  check: () => Promise<T>,
): Promise<T> => {
  try {
    return await check()
  } catch (error) {
    if (!isVerdict(error)) await attempt.withdrawn()
    throw error
  }
}
