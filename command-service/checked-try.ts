import type { LoginAttempt } from '../shared/ports/login-throttle.ts'

/**
 * What a check of a password finds. Where it cannot be made, because too much is asked at once or the
 * database is away, the try was none: nobody is to be locked out by that.
 */
export const checkedTry = async <T>(
  attempt: Pick<LoginAttempt, 'withdrawn'>,
  check: () => Promise<T>,
): Promise<T> => {
  try {
    return await check()
  } catch (error) {
    await attempt.withdrawn()
    throw error
  }
}
