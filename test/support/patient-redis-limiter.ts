import { type RedisLimiter, redisLimiter } from '../../infra/limits/redis-limiter.ts'

/** Waits for a busy machine: how it counts is the question, not how soon it gives up. */
export const patientRedisLimiter = async (url: string): Promise<RedisLimiter> => {
  const limiter = redisLimiter({ url, timeoutMs: 10_000 })
  await limiter.tried
  return limiter
}
