/**
 * What the work comes to, or the signal's reason as soon as that aborts. Nothing of it stays with a
 * signal that lives on, as it would with a promise that work is raced against.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // An outcome that came first is told first, though it takes a turn to get here.
    const giveUp = () => queueMicrotask(() => reject(signal.reason))
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
