import type { Rate } from '../../shared/kernel/rate.ts'
import type { Allowance, Limiter } from '../../shared/ports/limiter.ts'

/** The calls in a window that is open. */
export type Count = { readonly calls: number; readonly msLeft: number }

/** Where calls are counted: in one window for each key and length (in seconds). */
export type Counter = {
  add(key: string, seconds: number): Promise<Count>
  /** Undefined while no window is open. */
  look(key: string, seconds: number): Promise<Count | undefined>
  /** Takes one call off the count, where there is one. */
  takeBack(key: string, seconds: number): Promise<void>
  clear(key: string, seconds: number): Promise<void>
}

const allowance = ({ points }: Rate, { calls, msLeft }: Count, allowed: boolean): Allowance => {
  const remaining = Math.max(points - Math.max(calls, 0), 0)
  return {
    allowed,
    limit: points,
    remaining,
    reset: Math.ceil((Date.now() + msLeft) / 1_000),
    retryAfter: remaining > 0 ? 0 : Math.max(Math.ceil(msLeft / 1_000), 1),
  }
}

/** Holds counts against rates: however calls are counted, this is what they mean. */
export const limiterOver = (counter: Counter): Limiter => ({
  async consume(key, rate) {
    const count = await counter.add(key, rate.seconds)
    return allowance(rate, count, count.calls <= rate.points)
  },
  async peek(key, rate) {
    const noneYet = { calls: 0, msLeft: rate.seconds * 1_000 }
    const count = (await counter.look(key, rate.seconds)) ?? noneYet
    return allowance(rate, count, count.calls < rate.points)
  },
  refund: (key, rate) => counter.takeBack(key, rate.seconds),
  forget: (key, rate) => counter.clear(key, rate.seconds),
})
