import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import type { Limiter, Rate } from '../../shared/ports/limiter.ts'
import { until } from '../support/until.ts'

/** What every limiter does; each process of a site has one, and they count together. */
export const limiterContract = (processes: () => readonly [Limiter, ...Limiter[]]): void => {
  const long: Rate = { points: 3, seconds: 60 }
  const nowSeconds = () => Date.now() / 1_000
  const someKey = () => randomUUID()
  const first = () => processes()[0]
  /** The next process each time. */
  const eachInTurn = (count: number) =>
    Array.from({ length: count }, (_, n) => processes()[n % processes().length] ?? first())

  const consume = async (count: number, key: string, rate: Rate) => {
    const allowances = []
    for (const limiter of eachInTurn(count)) allowances.push(await limiter.consume(key, rate))
    return allowances
  }

  test('counts down by one a call and then refuses, whichever process is asked', async () => {
    const began = nowSeconds()
    const calls = await consume(5, someKey(), long)
    expect(calls.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0])
    expect(calls.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
    expect(calls.map(({ retryAfter }) => retryAfter).slice(0, 2)).toEqual([0, 0])
    for (const { limit, reset, allowed, retryAfter } of calls) {
      expect(limit).toBe(3)
      expect(reset).toBeGreaterThanOrEqual(Math.floor(began + 59))
      expect(reset).toBeLessThanOrEqual(Math.ceil(nowSeconds() + 60))
      if (!allowed) expect(Math.abs(reset - nowSeconds() - retryAfter)).toBeLessThanOrEqual(2)
    }
  })

  test('admits exactly as many of parallel calls', async () => {
    const key = someKey()
    const rate = { points: 20, seconds: 60 }
    const calls = await Promise.all(eachInTurn(50).map((limiter) => limiter.consume(key, rate)))
    expect(calls.filter(({ allowed }) => allowed)).toHaveLength(20)
    const left = calls.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  test('counts keys apart, and windows of different length', async () => {
    const key = someKey()
    await consume(4, key, long)
    expect((await first().consume(someKey(), long)).remaining).toBe(2)
    expect((await first().consume(key, { points: 3, seconds: 30 })).remaining).toBe(2)
  })

  test('keeps its count when the number of points changes', async () => {
    const key = someKey()
    await consume(3, key, long)
    const [more] = await consume(1, key, { points: 10, seconds: 60 })
    expect(more).toMatchObject({ allowed: true, limit: 10, remaining: 6 })
    const [less] = await consume(1, key, { points: 2, seconds: 60 })
    expect(less).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
  })

  test('admits again in the next window, at most twice the points across its edge', async () => {
    const key = someKey()
    const rate = { points: 2, seconds: 1 }
    const calls = await Promise.all(eachInTurn(5).map((limiter) => limiter.consume(key, rate)))
    expect(calls.filter(({ allowed }) => allowed)).toHaveLength(2)
    expect(calls.map(({ retryAfter }) => retryAfter)).toContain(1)
    const again = await until(
      () => first().consume(key, rate),
      ({ allowed }) => allowed,
    )
    expect(again.remaining).toBe(1)
    expect(again.reset).toBeGreaterThan(Math.min(...calls.map(({ reset }) => reset)))
  })

  test('looks without counting', async () => {
    const key = someKey()
    expect(await first().peek(key, long)).toMatchObject({ allowed: true, remaining: 3 })
    await consume(1, key, long)
    for (const limiter of eachInTurn(4))
      expect(await limiter.peek(key, long)).toMatchObject({ allowed: true, remaining: 2 })
    await consume(2, key, long)
    for (const limiter of eachInTurn(2)) {
      const { allowed, remaining, retryAfter } = await limiter.peek(key, long)
      expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 })
      expect(retryAfter).toBeGreaterThan(50)
      expect(retryAfter).toBeLessThanOrEqual(60)
    }
  })

  test('takes back one call, and no more than were counted', async () => {
    const key = someKey()
    await consume(4, key, long)
    await first().refund(key, long)
    const left = await Promise.all(eachInTurn(2).map((limiter) => limiter.peek(key, long)))
    for (const { allowed, remaining } of left)
      expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 })
    for (const limiter of eachInTurn(4)) await limiter.refund(key, long)
    expect(await first().peek(key, long)).toMatchObject({ allowed: true, remaining: 3 })
  })

  test('forgets one key, for all processes', async () => {
    const [key, other] = [someKey(), someKey()]
    await consume(3, key, long)
    await consume(3, other, long)
    await first().forget(key, long)
    for (const limiter of eachInTurn(2)) {
      expect((await limiter.peek(key, long)).remaining).toBe(3)
      expect((await limiter.peek(other, long)).remaining).toBe(0)
    }
  })
}
