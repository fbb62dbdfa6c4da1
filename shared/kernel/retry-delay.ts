const seconds = [2, 10, 60, 300, 900, 3_600, 7_200, 14_400]

/**
 * Milliseconds from a try that failed to the next one, `tries` counting it, from 1; undefined once
 * it has been tried often enough: over about seven hours.
 */
export const retryDelayMs = (tries: number): number | undefined => {
  const delay = seconds[tries - 1]
  return delay === undefined ? undefined : delay * 1_000
}
