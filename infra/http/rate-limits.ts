import type { RateClass } from '../../shared/contract/endpoint.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Allowance, Limiter, Rate } from '../../shared/ports/limiter.ts'

export type RateLimits = Readonly<Record<RateClass, Rate>>

/** An address may be an office: it gets this many times the calls of one user. */
const addressFactor = 5

const checked = (allowance: Allowance, setHeader: (name: string, value: string) => void) => {
  setHeader('X-Rate-Limit-Limit', String(allowance.limit))
  setHeader('X-Rate-Limit-Remaining', String(allowance.remaining))
  setHeader('X-Rate-Limit-Reset', String(allowance.reset))
  if (allowance.allowed) return
  throw new Refusal('rate-limited', 'Too many requests; wait and try again.', {
    retryAfter: allowance.retryAfter,
  })
}

/** Counts a call by its address, then by its user; the headers tell of the last one counted. */
export const rateLimits = (limiter: Limiter, limits: RateLimits) => ({
  byAddress: async (
    rate: RateClass,
    address: string,
    setHeader: (name: string, value: string) => void,
  ) => {
    const { points, seconds } = limits[rate]
    const shared = { points: points * addressFactor, seconds }
    checked(await limiter.consume(`${rate}:address:${address}`, shared), setHeader)
  },
  byUser: async (
    rate: RateClass,
    userId: number,
    setHeader: (name: string, value: string) => void,
  ) => {
    checked(await limiter.consume(`${rate}:user:${userId}`, limits[rate]), setHeader)
  },
})

export type RateLimiting = ReturnType<typeof rateLimits>
