import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { Allowance, Limiter } from '../../shared/ports/limiter.ts'
import type { LoginThrottle } from '../../shared/ports/login-throttle.ts'
import { addressKey } from './address-key.ts'

type Options = {
  readonly limiter: Limiter
  /** Names a counter without saying who it counts. */
  readonly keyOf: (...parts: readonly string[]) => string
}

/** Failed tries; the account's own limit is the higher one, so one stranger cannot lock it. */
const limits = {
  pair: { points: 10, seconds: 900 },
  account: { points: 30, seconds: 900 },
  address: { points: 50, seconds: 3_600 },
} as const

/** Whoever logged in from an address is let in from there, whatever others try elsewhere. */
const trust = { points: 1, seconds: 14 * 86_400 } as const

const refuseUnlessAllowed = (standings: readonly Allowance[]) =>
  refuseExcess('Too many failed tries; wait before the next one.', ...standings)

export const loginThrottle = ({ limiter, keyOf }: Options): LoginThrottle => ({
  async begin(account, fullAddress) {
    const address = addressKey(fullAddress)
    const trustKey = keyOf('login-trust', account, address)
    const isTrusted = !(await limiter.peek(trustKey, trust)).allowed
    const pair = { key: keyOf('login', account, address), rate: limits.pair, decides: true }
    const ofAddress = { key: keyOf('login-address', address), rate: limits.address, decides: true }
    const ofAccount = {
      key: keyOf('login-account', account),
      rate: limits.account,
      decides: !isTrusted,
    }
    const counters = [pair, ofAddress, ofAccount]
    const deciding = counters.filter(({ decides }) => decides)

    refuseUnlessAllowed(await Promise.all(deciding.map(({ key, rate }) => limiter.peek(key, rate))))
    const counted = await Promise.all(
      counters.map(async ({ key, rate, decides }) => ({
        decides,
        standing: await limiter.consume(key, rate),
      })),
    )
    try {
      refuseUnlessAllowed(counted.filter((it) => it.decides).map(({ standing }) => standing))
    } catch (refusal) {
      // Others came in between: what they left is none.
      await Promise.all(counters.map(({ key, rate }) => limiter.refund(key, rate)))
      throw refusal
    }
    return {
      async succeeded() {
        await Promise.all([
          limiter.forget(pair.key, pair.rate),
          limiter.forget(ofAccount.key, ofAccount.rate),
          limiter.refund(ofAddress.key, ofAddress.rate),
          limiter.consume(trustKey, trust),
        ])
      },
    }
  },
})
