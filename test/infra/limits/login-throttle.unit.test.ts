import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { loginThrottle } from '../../../infra/limits/login-throttle.ts'
import { memoryLimiter } from '../../../infra/limits/memory-limiter.ts'
import type { Limiter } from '../../../shared/ports/limiter.ts'
import type { LoginThrottle } from '../../../shared/ports/login-throttle.ts'

const [victim, attacker, home] = ['account-of-ada', '192.0.2.66', '198.51.100.1']

const throttleOver = (limiter: Limiter = memoryLimiter()) =>
  loginThrottle({ limiter, secret: randomBytes(32) })

/** One wrong password, as the login does it. */
const guess = async (throttle: LoginThrottle, account: string, address: string) => {
  await throttle.check(account, address)
  await throttle.failed(account, address)
}

const guesses = async (
  throttle: LoginThrottle,
  count: number,
  account: string,
  address: string,
) => {
  for (let n = 0; n < count; n += 1) await guess(throttle, account, address)
}

const limited = { kind: 'rate-limited', extras: { retryAfter: expect.any(Number) } }

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('an account', () => {
  test('is closed to an address after ten wrong tries, and open to others', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 10, victim, attacker)
    await expect(throttle.check(victim, attacker)).rejects.toMatchObject(limited)
    await expect(throttle.check(victim, home)).resolves.toBeUndefined()
    await expect(throttle.check('another account', attacker)).resolves.toBeUndefined()
  })

  test('opens again after the wait named; refused tries do not prolong it', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 10, victim, attacker)
    const refusal = await throttle.check(victim, attacker).catch((error) => error)
    await jest.advanceTimersByTimeAsync((refusal.extras.retryAfter - 1) * 1_000)
    await expect(guess(throttle, victim, attacker)).rejects.toMatchObject(limited)
    await jest.advanceTimersByTimeAsync(1_000)
    await expect(throttle.check(victim, attacker)).resolves.toBeUndefined()
  })

  test('is closed to strangers after thirty from anywhere, but not to its owner at home', async () => {
    const throttle = throttleOver()
    await throttle.succeeded(victim, home)
    for (let n = 0; n < 30; n += 1) await guess(throttle, victim, `192.0.2.${n}`)
    await expect(throttle.check(victim, '203.0.113.9')).rejects.toMatchObject(limited)
    await expect(throttle.check(victim, home)).resolves.toBeUndefined()
    await guesses(throttle, 10, victim, home)
    await expect(throttle.check(victim, home)).rejects.toMatchObject(limited)
  })

  test('starts anew after a success', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 9, victim, home)
    await throttle.succeeded(victim, home)
    await guesses(throttle, 10, victim, home)
    await expect(throttle.check(victim, home)).rejects.toMatchObject(limited)
  })
})

describe('an address', () => {
  test('is closed after fifty wrong tries in an hour, whatever the accounts', async () => {
    const throttle = throttleOver()
    for (let n = 0; n < 50; n += 1) await guess(throttle, `account ${n}`, attacker)
    await expect(throttle.check('account 51', attacker)).rejects.toMatchObject(limited)
    await jest.advanceTimersByTimeAsync(3_600_000)
    await expect(throttle.check('account 51', attacker)).resolves.toBeUndefined()
  })

  test('is not cleared by a success', async () => {
    const throttle = throttleOver()
    for (let n = 0; n < 50; n += 1) {
      await guess(throttle, `account ${n}`, attacker)
      if (n === 40) await throttle.succeeded('their own account', attacker)
    }
    await expect(throttle.check('their own account', attacker)).rejects.toMatchObject(limited)
  })

  test('of IPv6 is counted by its /64', async () => {
    const throttle = throttleOver()
    for (let n = 1; n <= 10; n += 1) await guess(throttle, victim, `2001:db8:1:2::${n}`)
    await expect(throttle.check(victim, '2001:db8:1:2:ffff::')).rejects.toMatchObject(limited)
    await expect(throttle.check(victim, '2001:db8:1:3::1')).resolves.toBeUndefined()
  })
})

test('no counter is named after an account or an address', async () => {
  const names = new Set<string>()
  const memory = memoryLimiter()
  const spy: Limiter = {
    consume: (key, rate) => memory.consume(names.add(key) && key, rate),
    peek: (key, rate) => memory.peek(names.add(key) && key, rate),
    forget: (key, rate) => memory.forget(names.add(key) && key, rate),
  }
  const throttle = throttleOver(spy)
  await guess(throttle, victim, attacker)
  await throttle.succeeded(victim, attacker)
  for (const name of names) expect(name).toMatch(/^[\w-]{43}$/)
})
