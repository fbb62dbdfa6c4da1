const minuteMs = 60_000

/** How long to wait after each try that failed; there is one try more than that. */
export const usualWaits: readonly number[] = [1, 5, 15, 60, 180].map((it) => it * minuteMs)

/** When to try again after so many tries; undefined where that was the last. */
export const nextTry = (
  waits: readonly number[],
  attempt: number,
  now: Date,
  leastMs = 0,
): Date | undefined => {
  const wait = waits[attempt - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + Math.max(wait, leastMs))
}
