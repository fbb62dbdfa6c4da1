import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { memoryLimiter } from '../../../infra/limits/memory-limiter.ts'

const rate = { points: 3, seconds: 60 }
const nowSeconds = () => Date.now() / 1_000

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('consume', () => {
  test('counts down by one a call and then refuses', async () => {
    const limiter = memoryLimiter()
    const calls = []
    for (let call = 0; call < 5; call += 1) calls.push(await limiter.consume('a', rate))
    expect(calls.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0])
    expect(calls.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
    expect(calls.map(({ retryAfter }) => retryAfter)).toEqual([0, 0, 60, 60, 60])
    for (const { limit, reset } of calls) {
      expect(limit).toBe(3)
      expect(reset).toBe(Math.ceil(nowSeconds() + 60))
    }
  })

  test('admits exactly as many of parallel calls', async () => {
    const limiter = memoryLimiter()
    const calls = await Promise.all(Array.from({ length: 4 }, () => limiter.consume('a', rate)))
    expect(calls.filter(({ allowed }) => allowed)).toHaveLength(3)
  })

  test('admits again after the wait it names, not a second before', async () => {
    const limiter = memoryLimiter()
    for (let call = 0; call < 3; call += 1) await limiter.consume('a', rate)
    await jest.advanceTimersByTimeAsync(12_345)
    const { retryAfter, reset } = await limiter.consume('a', rate)
    expect(reset).toBeGreaterThanOrEqual(nowSeconds())
    await jest.advanceTimersByTimeAsync((retryAfter - 1) * 1_000)
    expect((await limiter.consume('a', rate)).allowed).toBe(false)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await limiter.consume('a', rate)).toMatchObject({ allowed: true, remaining: 2 })
  })

  test('counts keys and rates apart', async () => {
    const limiter = memoryLimiter()
    for (let call = 0; call < 4; call += 1) await limiter.consume('a', rate)
    expect((await limiter.consume('b', rate)).remaining).toBe(2)
    expect((await limiter.consume('a', { points: 3, seconds: 30 })).remaining).toBe(2)
  })
})

describe('peek', () => {
  test('looks without counting', async () => {
    const limiter = memoryLimiter()
    expect(await limiter.peek('a', rate)).toMatchObject({ allowed: true, remaining: 3 })
    await limiter.consume('a', rate)
    for (let look = 0; look < 5; look += 1)
      expect(await limiter.peek('a', rate)).toMatchObject({ allowed: true, remaining: 2 })
  })

  test('says whether the next call would pass', async () => {
    const limiter = memoryLimiter()
    for (let call = 0; call < 3; call += 1) await limiter.consume('a', rate)
    expect(await limiter.peek('a', rate)).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfter: 60,
    })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await limiter.peek('a', rate)).toMatchObject({ allowed: true, retryAfter: 0 })
  })
})

test('forget clears a key, at every rate', async () => {
  const limiter = memoryLimiter()
  const other = { points: 1, seconds: 5 }
  await limiter.consume('a', rate)
  await limiter.consume('a', other)
  await limiter.consume('b', other)
  await limiter.forget('a')
  expect((await limiter.peek('a', rate)).remaining).toBe(3)
  expect((await limiter.peek('a', other)).remaining).toBe(1)
  expect((await limiter.peek('b', other)).remaining).toBe(0)
})

test('holds a bounded number of keys: the windows that began first go first', async () => {
  const limiter = memoryLimiter({ maxKeys: 2 })
  for (const key of ['a', 'b', 'a', 'c']) await limiter.consume(key, rate)
  const left = async (key: string) => (await limiter.peek(key, rate)).remaining
  expect([await left('a'), await left('b'), await left('c')]).toEqual([3, 2, 2])
})
