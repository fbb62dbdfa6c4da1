/**
 * When to try again after so many tries, with `waits` in milliseconds after each; undefined where that
 * was the last.
 */
export const nextTry = (
  waits: readonly number[],
  attempt: number,
  now: Date,
  leastMs = 0,
): Date | undefined => {
  const wait = waits[attempt - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + Math.max(wait, leastMs))
}
