import type { Rate } from '../kernel/rate.ts'

export type { Rate }

/** Where a caller stands in a window, in the words of the rate-limit headers. */
export type Allowance = {
  readonly allowed: boolean
  /** Calls a window admits. */
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  /** Seconds to wait; 0 while calls are left. */
  readonly retryAfter: number
}

/**
 * Counts calls, in fixed windows that begin with a key's first call: across an edge at most twice the
 * points pass within one window's length. A key has one window for each length: with another number
 * of points, what was counted stays counted. Keys hold no address, token or name in the clear. Never
 * fails: what cannot be counted by all processes together is counted by each for itself.
 */
export type Limiter = {
  consume(key: string, rate: Rate): Promise<Allowance>
  /** Where a key stands, without counting. */
  peek(key: string, rate: Rate): Promise<Allowance>
  /** Takes back one call that was counted. */
  refund(key: string, rate: Rate): Promise<void>
  forget(key: string, rate: Rate): Promise<void>
}
