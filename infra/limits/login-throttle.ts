import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Limiter } from '../../shared/ports/limiter.ts'
import type { LoginThrottle } from '../../shared/ports/login-throttle.ts'
import { addressKey } from './address-key.ts'
import { limiterKeys } from './limiter-key.ts'

type Options = {
  readonly limiter: Limiter
  /** Keys the names of the counters. */
  readonly secret: Buffer
}

/** Failed tries; the account's own limit is the higher one, so one stranger cannot lock it. */
const limits = {
  pair: { points: 10, seconds: 900 },
  account: { points: 30, seconds: 900 },
  address: { points: 50, seconds: 3_600 },
} as const

/** Whoever logged in from an address is let in from there, whatever others try elsewhere. */
const trust = { points: 1, seconds: 14 * 86_400 } as const

export const loginThrottle = ({ limiter, secret }: Options): LoginThrottle => {
  const keyOf = limiterKeys(secret)

  const keysOf = (account: string, fullAddress: string) => {
    const address = addressKey(fullAddress)
    return {
      pair: keyOf('login', account, address),
      account: keyOf('login-account', account),
      address: keyOf('login-address', address),
      trust: keyOf('login-trust', account, address),
    }
  }

  const isTrusted = async (key: string) => !(await limiter.peek(key, trust)).allowed

  return {
    async check(account, address) {
      const keys = keysOf(account, address)
      const standings = await Promise.all([
        limiter.peek(keys.pair, limits.pair),
        limiter.peek(keys.address, limits.address),
        ...((await isTrusted(keys.trust)) ? [] : [limiter.peek(keys.account, limits.account)]),
      ])
      const retryAfter = Math.max(...standings.map((standing) => standing.retryAfter))
      if (retryAfter > 0)
        throw new Refusal('rate-limited', 'Too many failed tries; wait before the next one.', {
          retryAfter,
        })
    },

    async failed(account, address) {
      const keys = keysOf(account, address)
      await Promise.all([
        limiter.consume(keys.pair, limits.pair),
        limiter.consume(keys.account, limits.account),
        limiter.consume(keys.address, limits.address),
      ])
    },

    async succeeded(account, address) {
      const keys = keysOf(account, address)
      await Promise.all([
        limiter.forget(keys.pair, limits.pair),
        limiter.forget(keys.account, limits.account),
        limiter.consume(keys.trust, trust),
      ])
    },
  }
}
