import { after as onTheWall } from '../after.ts'

/** News for those who wait, without saying what: they look for themselves. */
export type WakeUp = {
  /** How often there was news. Taken before looking, given to `wait`: news in between is not lost. */
  seen(): number
  notify(): void
  /** Resolves at the first news after `seen`, after `ms` milliseconds, or when the signal aborts. */
  wait(seen: number, ms: number, signal: AbortSignal): Promise<void>
}

export const wakeUp = (after = onTheWall): WakeUp => {
  let count = 0
  const sleepers = new Set<() => void>()
  return {
    seen: () => count,
    notify() {
      count += 1
      for (const wake of [...sleepers]) wake()
    },
    wait(seen, ms, signal) {
      if (count !== seen || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          callOff()
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const callOff = after(ms, wake)
        sleepers.add(wake)
        signal.addEventListener('abort', wake, { once: true })
      })
    },
  }
}
