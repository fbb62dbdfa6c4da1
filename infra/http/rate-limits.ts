import type { RateClass } from '../../shared/contract/endpoint.ts'
import type { Rate } from '../../shared/kernel/rate.ts'
import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { Allowance, Limiter } from '../../shared/ports/limiter.ts'
import { addressKey } from '../limits/address-key.ts'
import { rememberedKeys } from '../limits/limiter-key.ts'
import { refusals } from '../observation/index.ts'

/** An address may be an office: it gets this many times the calls of one user. */
const addressFactor = 5

type SetHeader = (name: string, value: string) => void

type Counted = Parameters<typeof refusals.happened>[0]

const checked = (counted: Counted, allowance: Allowance, setHeader: SetHeader) => {
  setHeader('X-Rate-Limit-Limit', String(allowance.limit))
  setHeader('X-Rate-Limit-Remaining', String(allowance.remaining))
  setHeader('X-Rate-Limit-Reset', String(allowance.reset))
  if (!allowance.allowed) refusals.happened(counted)
  refuseExcess('Too many requests; wait and try again.', allowance)
}

type Options = {
  readonly limiter: Limiter
  /** What one user has, at this moment. */
  readonly rateOf: (rateClass: RateClass) => Promise<Rate>
  /** Names a counter without saying who it counts. */
  readonly keyOf: (...parts: readonly string[]) => string
}

/** Counts a call by its address, then by its user; the headers tell of the last one counted. */
export const rateLimits = ({ limiter, rateOf, keyOf }: Options) => {
  const ofAddress = rememberedKeys((address) => keyOf('address', addressKey(address)))
  const ofUser = rememberedKeys((userId) => keyOf('user', userId))
  return {
    /** @throws {Refusal} 429 */
    async byAddress(rateClass: RateClass, address: string, setHeader: SetHeader) {
      const { points, seconds } = await rateOf(rateClass)
      const rate = { points: points * addressFactor, seconds }
      const allowance = await limiter.consume(`${rateClass}:${ofAddress(address)}`, rate)
      checked({ rate: rateClass, by: 'address' }, allowance, setHeader)
    },
    /** @throws {Refusal} 429 */
    async byUser(rateClass: RateClass, userId: number, setHeader: SetHeader) {
      const rate = await rateOf(rateClass)
      const allowance = await limiter.consume(`${rateClass}:${ofUser(String(userId))}`, rate)
      checked({ rate: rateClass, by: 'user' }, allowance, setHeader)
    },
  }
}

export type RateLimiting = ReturnType<typeof rateLimits>
