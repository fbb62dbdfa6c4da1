import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { RedisLimiter } from '../../infra/limits/redis-limiter.ts'
import { patientRedisLimiter } from '../support/patient-redis-limiter.ts'
import { onRedis, sharedRedis } from '../support/redis.ts'
import { limiterContract } from './limiter.ts'

describe('limiters on one Redis', () => {
  let one: RedisLimiter
  let two: RedisLimiter
  beforeAll(async () => {
    one = await patientRedisLimiter(sharedRedis())
    two = await patientRedisLimiter(sharedRedis())
  })
  afterAll(() => {
    for (const limiter of [one, two]) limiter?.stop()
  })

  limiterContract(() => [one, two])

  test('counted all of it there', () => {
    expect([one.state(), two.state()]).toEqual([{ kind: 'closed' }, { kind: 'closed' }])
    expect([one.insured(), two.insured()]).toEqual([0, 0])
  })

  test('leave nothing there that stays', async () => {
    await one.consume('once', { points: 5, seconds: 30 })
    await one.consume('often', { points: 1, seconds: 86_400 * 14 })
    await two.consume('often', { points: 1, seconds: 86_400 * 14 })
    const left = await onRedis(sharedRedis(), async (redis) => {
      const keys = await redis.keys('*')
      return Promise.all(keys.map(async (key) => ({ key, ttl: await redis.ttl(key) })))
    })
    expect(left.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['limit:30:once', 'limit:1209600:often']),
    )
    for (const { key, ttl } of left) {
      // A key whose time is up may still have been listed.
      if (ttl === -2) continue
      expect(ttl).toBeGreaterThanOrEqual(0)
      expect(ttl).toBeLessThanOrEqual(Number(key.split(':')[1]))
    }
  })
})
