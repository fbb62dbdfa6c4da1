import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { Allowance, Limiter, Rate } from '../../shared/ports/limiter.ts'
import type { LoginThrottle } from '../../shared/ports/login-throttle.ts'
import { addressKey } from './address-key.ts'

type Options = {
  readonly limiter: Limiter
  /** Names a counter without saying who it counts. */
  readonly keyOf: (...parts: readonly string[]) => string
}

/**
 * Failed tries. An account's own limit is the higher one, so that one stranger cannot lock it; many
 * of them, each at another address, are as many as one alone may be.
 */
const limits = {
  pair: { points: 10, seconds: 900 },
  account: { points: 30, seconds: 900 },
  places: { points: 10, seconds: 900 },
  address: { points: 50, seconds: 3_600 },
} as const

/**
 * Whoever logged in from an address is let in from there, whatever others try elsewhere: for longer
 * than a session usually lasts, counted from the last time, and no longer than a timer can wait.
 */
const trust = { points: 1, seconds: 21 * 86_400 } as const

const refuseUnlessAllowed = (standings: readonly Allowance[]) =>
  refuseExcess('Too many failed tries; wait before the next one.', ...standings)

type Counted = { readonly key: string; readonly rate: Rate; readonly decides: boolean }

const refund = async (limiter: Limiter, counters: readonly Counted[]): Promise<void> => {
  await Promise.all(counters.map(({ key, rate }) => limiter.refund(key, rate)))
}

/**
 * Counts a try on all of these, and on none where one that decides has no room for it: others may
 * have come in between.
 */
const countOn = async (limiter: Limiter, counters: readonly Counted[]) => {
  const standings = await Promise.all(counters.map(({ key, rate }) => limiter.consume(key, rate)))
  try {
    refuseUnlessAllowed(standings.filter((_, index) => counters[index]?.decides))
  } catch (refusal) {
    await refund(limiter, counters)
    throw refusal
  }
  return standings
}

export const loginThrottle = ({ limiter, keyOf }: Options): LoginThrottle => ({
  async begin(account, fullAddress) {
    const address = addressKey(fullAddress)
    const trustKey = keyOf('login-trust', account, address)
    const isTrusted = !(await limiter.peek(trustKey, trust)).allowed
    const decides = !isTrusted
    const pair = { key: keyOf('login', account, address), rate: limits.pair, decides: true }
    const ofAddress = { key: keyOf('login-address', address), rate: limits.address, decides: true }
    const ofAccount = { key: keyOf('login-account', account), rate: limits.account, decides }
    const ofPlaces = { key: keyOf('login-places', account), rate: limits.places, decides }

    const deciding = [pair, ofAddress, ofAccount, ofPlaces].filter((it) => it.decides)
    refuseUnlessAllowed(await Promise.all(deciding.map(({ key, rate }) => limiter.peek(key, rate))))

    const [standing] = await countOn(limiter, [pair])
    const isFirst = standing?.remaining === pair.rate.points - 1
    const others = isFirst ? [ofAddress, ofAccount, ofPlaces] : [ofAddress, ofAccount]
    await countOn(limiter, others).catch(async (refusal) => {
      await limiter.refund(pair.key, pair.rate)
      throw refusal
    })
    return {
      withdrawn: () => refund(limiter, [pair, ...others]),
      async succeeded() {
        const forgotten = [pair, ofAccount, ofPlaces]
        await Promise.all([
          ...forgotten.map(({ key, rate }) => limiter.forget(key, rate)),
          limiter.refund(ofAddress.key, ofAddress.rate),
          limiter.forget(trustKey, trust).then(() => limiter.consume(trustKey, trust)),
        ])
      },
    }
  },
})
