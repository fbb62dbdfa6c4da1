import type { RateClass } from '../../shared/contract/endpoint.ts'
import type { Rate } from '../../shared/kernel/rate.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { effective } from '../../shared/settings/effective.ts'
import { inTime } from './in-time.ts'

/** How many calls of a class one user has at this moment. */
export type RateOf = (rateClass: RateClass) => Promise<Rate>

/** Milliseconds in which settings are read where nothing is wrong, many times over. */
const patienceMs = 100

/** As the settings have it; while those cannot be read, or not in time, as they had it last. */
export const rateLimitsOf = (settings: Pick<Settings, 'get'>): RateOf => {
  const last = new Map<RateClass, Rate>()
  return async (rateClass) => {
    const key = `rate-limit-${rateClass}` as const
    try {
      const rate = await inTime(settings.get(key), patienceMs)
      last.set(rateClass, rate)
      return rate
    } catch {
      return last.get(rateClass) ?? effective({}, key, null)
    }
  }
}
