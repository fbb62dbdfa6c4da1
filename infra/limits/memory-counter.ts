import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Count, Counter } from './counter.ts'

export type MemoryCounter = Counter & {
  /** Goes on from what was counted elsewhere; from nothing where no window is open there. */
  adopt(key: string, seconds: number, count: Count | undefined): Promise<void>
}

/** Refusing is the limiter's business: here no number is too high. */
const points = Number.MAX_SAFE_INTEGER

/** Windows of one length; unless adopted they end in the order they began. */
const windowsOf = (seconds: number, maxKeys: number) => {
  const counters = new RateLimiterMemory({ points, duration: seconds })
  const windowEnds = new Map<string, number>()

  const clear = async (key: string): Promise<void> => {
    windowEnds.delete(key)
    await counters.delete(key)
  }

  const began = async (key: string, msLeft: number): Promise<void> => {
    windowEnds.delete(key)
    windowEnds.set(key, Date.now() + msLeft)
    for (const [oldest, end] of windowEnds) {
      if (end > Date.now() && windowEnds.size <= maxKeys) break
      await clear(oldest)
    }
  }

  return {
    clear,
    async add(key: string): Promise<Count> {
      const { consumedPoints, msBeforeNext, isFirstInDuration } = await counters.consume(key)
      if (isFirstInDuration) await began(key, msBeforeNext)
      return { calls: consumedPoints, msLeft: msBeforeNext }
    },
    async look(key: string): Promise<Count | undefined> {
      const found = await counters.get(key)
      if (!found || found.msBeforeNext <= 0) return undefined
      return { calls: found.consumedPoints, msLeft: found.msBeforeNext }
    },
    async takeBack(key: string): Promise<void> {
      const found = await counters.get(key)
      const isOpen = found !== null && found.msBeforeNext > 0
      if (isOpen && found.consumedPoints > 0) await counters.reward(key)
    },
    async set(key: string, { calls, msLeft }: Count): Promise<void> {
      await counters.set(key, calls, msLeft / 1_000)
      if ((windowEnds.get(key) ?? 0) <= Date.now()) await began(key, msLeft)
    },
  }
}

type Options = {
  /** Keys counted at the same time per length; beyond it the window that began first is forgotten. */
  readonly maxKeys?: number
}

/** Counts in this process. */
export const memoryCounter = ({ maxKeys = 100_000 }: Options = {}): MemoryCounter => {
  const lengths = new Map<number, ReturnType<typeof windowsOf>>()

  const of = (seconds: number) => {
    const windows = lengths.get(seconds) ?? windowsOf(seconds, maxKeys)
    lengths.set(seconds, windows)
    return windows
  }

  return {
    add: (key, seconds) => of(seconds).add(key),
    look: (key, seconds) => of(seconds).look(key),
    takeBack: (key, seconds) => of(seconds).takeBack(key),
    clear: (key, seconds) => of(seconds).clear(key),
    adopt: (key, seconds, count) =>
      count && count.msLeft > 0 ? of(seconds).set(key, count) : of(seconds).clear(key),
  }
}
