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

export type Rate = { readonly points: number; readonly seconds: number }

/** Counts calls; one window per key. Keys hold no address, token or name in the clear. */
export type Limiter = {
  consume(key: string, rate: Rate): Promise<Allowance>
  /** Where a key stands, without counting. */
  peek(key: string, rate: Rate): Promise<Allowance>
  forget(key: string): Promise<void>
}
