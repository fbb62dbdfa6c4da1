import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Allowance, Limiter, Rate } from '../../shared/ports/limiter.ts'

type Options = {
  /** Keys counted at the same time per rate; beyond it the window that began first is forgotten. */
  readonly maxKeys?: number
}

const toAllowance = ({ points }: Rate, consumed: number, msLeft: number): Allowance => {
  const remaining = Math.max(points - consumed, 0)
  return {
    allowed: consumed <= points,
    limit: points,
    remaining,
    reset: Math.ceil((Date.now() + msLeft) / 1_000),
    retryAfter: remaining > 0 ? 0 : Math.max(Math.ceil(msLeft / 1_000), 1),
  }
}

/** The counters of one rate. Windows are equally long, so they end in the order they began. */
const countersOf = ({ points, seconds }: Rate, maxKeys: number) => {
  const counters = new RateLimiterMemory({ points, duration: seconds })
  const windowEnds = new Map<string, number>()

  const forget = async (key: string): Promise<void> => {
    windowEnds.delete(key)
    await counters.delete(key)
  }

  const windowBegan = async (key: string): Promise<void> => {
    windowEnds.delete(key)
    windowEnds.set(key, Date.now() + seconds * 1_000)
    for (const [oldest, end] of windowEnds) {
      if (end > Date.now() && windowEnds.size <= maxKeys) break
      await forget(oldest)
    }
  }

  return {
    forget,
    get: (key: string) => counters.get(key),
    async count(key: string): Promise<RateLimiterRes> {
      const state = await counters.consume(key).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      if (state.isFirstInDuration) await windowBegan(key)
      return state
    },
  }
}

/**
 * Counts in this process. Windows are fixed and begin with a key's first call: across an edge at
 * most twice the points pass within one window's length.
 */
export const memoryLimiter = ({ maxKeys = 100_000 }: Options = {}): Limiter => {
  const rates = new Map<string, ReturnType<typeof countersOf>>()

  const at = (rate: Rate) => {
    const name = `${rate.points}/${rate.seconds}`
    const counters = rates.get(name) ?? countersOf(rate, maxKeys)
    rates.set(name, counters)
    return counters
  }

  return {
    async consume(key, rate) {
      const { consumedPoints, msBeforeNext } = await at(rate).count(key)
      return toAllowance(rate, consumedPoints, msBeforeNext)
    },
    async peek(key, rate) {
      const state = await at(rate).get(key)
      if (!state || state.msBeforeNext <= 0) return toAllowance(rate, 0, rate.seconds * 1_000)
      const allowance = toAllowance(rate, state.consumedPoints, state.msBeforeNext)
      return { ...allowance, allowed: allowance.remaining > 0 }
    },
    async forget(key) {
      await Promise.all([...rates.values()].map((counters) => counters.forget(key)))
    },
  }
}
