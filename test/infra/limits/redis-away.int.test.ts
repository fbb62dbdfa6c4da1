import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type RedisLimiter, redisLimiter } from '../../../infra/limits/redis-limiter.ts'
import { type Fault, faultyProxy } from '../../support/faulty-proxy.ts'
import { freeRedisUrl, onRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

const rate = { points: 5, seconds: 600 }

/** What is to be ended after a test, whatever became of it. */
let ends: (() => unknown)[] = []
let told: string[] = []
let redis: RedisServer

beforeEach(async () => {
  told = []
  redis = await startRedis()
  ends = [() => redis.stop()]
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

const limiterAt = (url: string, timeoutMs = 2_000, connectMs = 2_000): RedisLimiter => {
  const limiter = redisLimiter({
    url,
    timeoutMs,
    connectMs,
    pauseMs: 50,
    onLost: (reason) => told.push(`lost: ${reason}`),
    onBack: () => told.push('back'),
  })
  ends.push(limiter.stop)
  return limiter
}

const isShared = (limiter: RedisLimiter) =>
  until(
    async () => limiter.state().kind,
    (kind) => kind === 'closed',
  )
const isAlone = (limiter: RedisLimiter) =>
  until(
    async () => limiter.state().kind,
    (kind) => kind === 'open',
  )

const calls = async (limiter: RedisLimiter, count: number, key = 'a') => {
  const allowances = []
  for (let n = 0; n < count; n += 1) allowances.push(await limiter.consume(key, rate))
  return allowances.map(({ allowed, remaining }) => (allowed ? remaining : 'refused'))
}

/** What a process that was never away sees. */
const countedThere = (key = 'a') => onRedis(redis.url, (it) => it.get(`limit:600:${key}`))

describe('without Redis', () => {
  test('at the start, this process counts; once Redis is there, all do', async () => {
    await redis.stop()
    const limiter = limiterAt(redis.url)
    await limiter.tried
    expect(limiter.state()).toEqual({ kind: 'open', reason: 'ECONNREFUSED' })
    expect(await calls(limiter, 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
    expect(limiter.insured()).toBe(6)
    redis = await startRedis(redis.url)
    await isShared(limiter)
    expect(await calls(limiter, 2, 'b')).toEqual([4, 3])
    expect(await countedThere('b')).toBe('2')
    expect(told).toEqual(['lost: ECONNREFUSED', 'back'])
  })

  test('midway, each process goes on from where the key stood', async () => {
    const [limiter, other] = [limiterAt(redis.url), limiterAt(redis.url)]
    await Promise.all([limiter.tried, other.tried])
    expect(await calls(other, 2)).toEqual([4, 3])
    expect(await calls(limiter, 1)).toEqual([2])
    await redis.stop()
    expect(await calls(limiter, 3)).toEqual([1, 0, 'refused'])
    expect((await limiter.peek('a', rate)).allowed).toBe(false)
    redis = await startRedis(redis.url)
    await Promise.all([isShared(limiter), isShared(other)])
    // What Redis forgot in its restart is one window, not the limit.
    expect(await calls(limiter, 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
    expect(await calls(other, 1)).toEqual(['refused'])
  })

  test('a success clears what this process counts', async () => {
    const limiter = limiterAt(redis.url)
    await limiter.tried
    await calls(limiter, 5)
    await redis.stop()
    await limiter.forget('a', rate)
    expect((await limiter.peek('a', rate)).remaining).toBe(5)
  })
})

test('a connection that is cut comes back by itself, and so do the counts', async () => {
  const way = await faultyProxy(redis.url)
  ends.push(way.close)
  const limiter = limiterAt(way.url)
  await limiter.tried
  expect(await calls(limiter, 2)).toEqual([4, 3])
  way.set({ kind: 'refuse' })
  await isAlone(limiter)
  expect(await calls(limiter, 2)).toEqual([2, 1])
  way.set({ kind: 'pass' })
  await isShared(limiter)
  expect(await countedThere()).toBe('2')
  expect(await calls(limiter, 1)).toEqual([2])
  expect(told).toEqual([expect.stringMatching(/^lost: /), 'back'])
})

describe('a Redis that answers too late', () => {
  test.each<readonly [string, Fault]>([
    ['slowly', { kind: 'delay', ms: 60_000 }],
    ['never', { kind: 'mute' }],
  ])('%s is waited for once, not by everybody', async (_, fault) => {
    const way = await faultyProxy(redis.url)
    ends.push(way.close)
    const limiter = limiterAt(way.url, 300)
    await isShared(limiter)
    expect(await calls(limiter, 1)).toEqual([4])
    way.set(fault)
    // Whoever waited longer than that for each of these would still be waiting.
    expect(await calls(limiter, 500, 'b')).toHaveLength(500)
    expect(limiter.state()).toMatchObject({ kind: 'open' })
    expect(limiter.insured()).toBe(500)
    expect(await calls(limiter, 5)).toEqual([3, 2, 1, 0, 'refused'])
    way.set({ kind: 'pass' })
    await isShared(limiter)
    expect(await calls(limiter, 1)).toEqual([3])
    expect(told.slice(0, 2)).toEqual(['lost: no answer in time', 'back'])
  })
})

test('a Redis that takes the connection and says nothing is as good as none', async () => {
  const way = await faultyProxy(redis.url)
  ends.push(way.close)
  way.set({ kind: 'mute' })
  const limiter = limiterAt(way.url, 2_000, 500)
  await limiter.tried
  expect(limiter.state()).toEqual({ kind: 'open', reason: 'no connection' })
  expect(await calls(limiter, 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
  way.set({ kind: 'pass' })
  await isShared(limiter)
  expect(told).toEqual(['lost: no connection', 'back'])
})

describe('a Redis that answers but does not count', () => {
  test('because it may not write is as good as none, until it may', async () => {
    const limiter = limiterAt(redis.url)
    await limiter.tried
    await onRedis(redis.url, (it) => it.call('replicaof', '127.0.0.1', '1'))
    expect(await calls(limiter, 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
    await isAlone(limiter)
    await onRedis(redis.url, (it) => it.call('replicaof', 'no', 'one'))
    await isShared(limiter)
    expect(told.at(0)).toBe('lost: READONLY')
    expect(told.filter((it) => it === 'back')).toHaveLength(1)
  })

  test('because the password is wrong says so, and tells nobody the password', async () => {
    const address = new URL(redis.url)
    address.password = 'not-the-password'
    const limiter = limiterAt(address.href)
    await limiter.tried
    expect(await calls(limiter, 1)).toEqual([4])
    expect(told).toEqual(['lost: WRONGPASS'])
  })
})

test('an address where nobody listens lets nobody wait', async () => {
  const limiter = limiterAt(await freeRedisUrl())
  expect(await calls(limiter, 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
})
