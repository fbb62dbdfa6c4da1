import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { EntryThrottle } from '../../shared/ports/entry-throttle.ts'
import type { Limiter, Rate } from '../../shared/ports/limiter.ts'
import { addressKey } from './address-key.ts'

type Options = {
  readonly limiter: Limiter
  /** Names a counter without saying who it counts. */
  readonly keyOf: (...parts: readonly string[]) => string
}

/** Mails to one address, mails asked for from one place, and failed tries from there. */
const limits = {
  account: { points: 5, seconds: 900 },
  asking: { points: 50, seconds: 3_600 },
  failing: { points: 200, seconds: 3_600 },
} as const

export const entryThrottle = ({ limiter, keyOf }: Options): EntryThrottle => {
  const count = async (key: string, rate: Rate) =>
    refuseExcess('Too many tries; wait before the next one.', await limiter.consume(key, rate))

  return {
    async askForMail(account, address) {
      await count(keyOf('mail-address', addressKey(address)), limits.asking)
      await count(keyOf('mail-account', account), limits.account)
    },

    async begin(address) {
      const key = keyOf('entry-address', addressKey(address))
      await count(key, limits.failing)
      return { succeeded: () => limiter.refund(key, limits.failing) }
    },
  }
}
