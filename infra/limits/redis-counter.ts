import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Count, Counter } from './counter.ts'

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  calls: consumedPoints,
  msLeft: msBeforeNext,
})

const named = (key: string, seconds: number) => `${seconds}:${key}`

/**
 * Counts in Redis, for all processes that count there: a call is counted, and its window opened with
 * the time at which Redis drops it, in one step. Fails at once while there is no connection.
 */
export const redisCounter = (redis: Redis): Counter => {
  const counters = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'limit',
    // Refusing is the limiter's business: here no number is too high.
    points: Number.MAX_SAFE_INTEGER,
    // Each call says how long its window is.
    duration: 1,
    rejectIfRedisNotReady: true,
  })
  return {
    async add(key, seconds) {
      return countOf(await counters.consume(named(key, seconds), 1, { customDuration: seconds }))
    },
    async look(key, seconds) {
      const found = await counters.get(named(key, seconds))
      return found && found.msBeforeNext > 0 ? countOf(found) : undefined
    },
    async takeBack(key, seconds) {
      await counters.reward(named(key, seconds), 1, { customDuration: seconds })
    },
    async clear(key, seconds) {
      await counters.delete(named(key, seconds))
    },
  }
}
