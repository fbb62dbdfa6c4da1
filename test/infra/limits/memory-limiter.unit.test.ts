import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { memoryLimiter } from '../../../infra/limits/memory-limiter.ts'

const rate = { points: 3, seconds: 60 }
const nowSeconds = () => Date.now() / 1_000

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('admits again after the wait it names, not a second before', async () => {
  const limiter = memoryLimiter()
  for (let call = 0; call < 3; call += 1) await limiter.consume('a', rate)
  await jest.advanceTimersByTimeAsync(12_345)
  const { retryAfter, reset } = await limiter.consume('a', rate)
  expect(reset).toBeGreaterThanOrEqual(nowSeconds())
  await jest.advanceTimersByTimeAsync((retryAfter - 1) * 1_000)
  expect((await limiter.consume('a', rate)).allowed).toBe(false)
  expect(await limiter.peek('a', rate)).toMatchObject({ allowed: false, remaining: 0 })
  await jest.advanceTimersByTimeAsync(1_000)
  expect(await limiter.peek('a', rate)).toMatchObject({ allowed: true, retryAfter: 0 })
  expect(await limiter.consume('a', rate)).toMatchObject({ allowed: true, remaining: 2 })
})

test('lets through at most twice the points across the edge of two windows', async () => {
  const limiter = memoryLimiter()
  const admitted = async (count: number) => {
    const calls = await Promise.all(Array.from({ length: count }, () => limiter.consume('a', rate)))
    return calls.filter(({ allowed }) => allowed).length
  }
  await admitted(1)
  await jest.advanceTimersByTimeAsync(59_999)
  expect(await admitted(10)).toBe(2)
  await jest.advanceTimersByTimeAsync(1)
  expect(await admitted(10)).toBe(3)
  await jest.advanceTimersByTimeAsync(59_999)
  expect(await admitted(10)).toBe(0)
})

test('holds a bounded number of keys: the windows that began first go first', async () => {
  const limiter = memoryLimiter({ maxKeys: 2 })
  for (const key of ['a', 'b', 'a', 'c']) await limiter.consume(key, rate)
  const left = async (key: string) => (await limiter.peek(key, rate)).remaining
  expect([await left('a'), await left('b'), await left('c')]).toEqual([3, 2, 2])
})
