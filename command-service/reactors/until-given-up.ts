/** How long something that cannot be called back is waited for once the service stops. */
const graceMs = 5_000

/** What is under way, or an error soon after the signal: then nobody knows what came of it. */
export const untilGivenUp = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let giveUp: (() => void) | undefined
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => setTimeout(() => reject(signal.reason), graceMs).unref()
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([work, givenUp])
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp)
  }
}
