/** What was asked has not answered by then. */
export class Late extends Error {
  override readonly name = 'Late'
  /** As of a network that gives up. */
  readonly code = 'ETIMEDOUT'
}

/**
 * The answer, if it comes in so many milliseconds. One that has come and was not read, because this
 * process was busy, is in time.
 * @throws {Late}
 */
export const inTime = <T>(answer: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    // Timers run before what the network brought is read; what is immediate runs after it.
    timer = setTimeout(() => setImmediate(() => reject(new Late())), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
