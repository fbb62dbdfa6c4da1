import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { limiterKeys } from '../../../infra/limits/limiter-key.ts'
import { loginThrottle } from '../../../infra/limits/login-throttle.ts'
import { memoryLimiter } from '../../../infra/limits/memory-limiter.ts'
import type { Limiter } from '../../../shared/ports/limiter.ts'
import type { LoginThrottle } from '../../../shared/ports/login-throttle.ts'

const [victim, attacker, home] = ['account-of-ada', '192.0.2.66', '198.51.100.1']

const throttleOver = (limiter: Limiter = memoryLimiter()) =>
  loginThrottle({ limiter, keyOf: limiterKeys(randomBytes(32)) })

/** One wrong password, as the login does it. */
const guess = async (throttle: LoginThrottle, account: string, address: string) => {
  await throttle.begin(account, address)
}

/** The right one. */
const logIn = async (throttle: LoginThrottle, account: string, address: string) =>
  (await throttle.begin(account, address)).succeeded()

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
    await expect(guess(throttle, victim, attacker)).rejects.toMatchObject(limited)
    await expect(guess(throttle, victim, home)).resolves.toBeUndefined()
    await expect(guess(throttle, 'another account', attacker)).resolves.toBeUndefined()
  })

  test('opens again after the wait named; refused tries do not prolong it', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 10, victim, attacker)
    const refusal = await guess(throttle, victim, attacker).catch((error) => error)
    await jest.advanceTimersByTimeAsync((refusal.extras.retryAfter - 1) * 1_000)
    await expect(guess(throttle, victim, attacker)).rejects.toMatchObject(limited)
    await jest.advanceTimersByTimeAsync(1_000)
    await expect(guess(throttle, victim, attacker)).resolves.toBeUndefined()
  })

  test('is closed to strangers after thirty from anywhere, but not to its owner at home', async () => {
    const throttle = throttleOver()
    await logIn(throttle, victim, home)
    for (let n = 0; n < 30; n += 1) await guess(throttle, victim, `192.0.2.${n % 3}`)
    await expect(guess(throttle, victim, '203.0.113.9')).rejects.toMatchObject(limited)
    await guesses(throttle, 10, victim, home)
    await expect(guess(throttle, victim, home)).rejects.toMatchObject(limited)
  })

  test('is closed to all strangers once ten addresses tried, until its owner was there', async () => {
    const throttle = throttleOver()
    await logIn(throttle, victim, home)
    for (let n = 0; n < 10; n += 1) await guess(throttle, victim, `192.0.2.${n}`)
    for (const address of ['203.0.113.9', '192.0.2.1'])
      await expect(logIn(throttle, victim, address)).rejects.toMatchObject(limited)
    await logIn(throttle, victim, home)
    await expect(logIn(throttle, victim, '203.0.113.9')).resolves.toBeUndefined()
  })

  test('knows its owner’s home for three weeks from the last time they came', async () => {
    const throttle = throttleOver()
    const besieged = async (days: number) => {
      await jest.advanceTimersByTimeAsync(days * 86_400_000)
      for (let n = 0; n < 10; n += 1) await guess(throttle, victim, `192.0.2.${n}`)
    }
    await logIn(throttle, victim, home)
    for (let visit = 0; visit < 3; visit += 1) {
      await besieged(15)
      await logIn(throttle, victim, home)
    }
    await besieged(22)
    await expect(logIn(throttle, victim, home)).rejects.toMatchObject(limited)
  })

  test('is tried by many at once no more often than by one after the other', async () => {
    const throttle = throttleOver()
    const tries = Array.from({ length: 40 }, () => guess(throttle, victim, attacker))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    // Those that were refused counted for nobody: the account's own limit is not used up.
    await guesses(throttle, 10, victim, home)
    await guesses(throttle, 10, victim, '203.0.113.9')
  })

  test('is not closed by tries that nobody could check', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 9, victim, home)
    for (let n = 0; n < 60; n += 1) await (await throttle.begin(victim, home)).withdrawn()
    await guesses(throttle, 1, victim, home)
    await expect(guess(throttle, victim, home)).rejects.toMatchObject(limited)
  })

  test('starts anew after a success', async () => {
    const throttle = throttleOver()
    await guesses(throttle, 9, victim, home)
    await logIn(throttle, victim, home)
    await guesses(throttle, 10, victim, home)
    await expect(guess(throttle, victim, home)).rejects.toMatchObject(limited)
  })
})

describe('an address', () => {
  test('is closed after fifty wrong tries in an hour, whatever the accounts', async () => {
    const throttle = throttleOver()
    for (let n = 0; n < 50; n += 1) await guess(throttle, `account ${n}`, attacker)
    await expect(guess(throttle, 'account 51', attacker)).rejects.toMatchObject(limited)
    await jest.advanceTimersByTimeAsync(3_600_000)
    await expect(guess(throttle, 'account 51', attacker)).resolves.toBeUndefined()
  })

  test('counts failures alone: an office may log in as often as it likes', async () => {
    const throttle = throttleOver()
    for (let n = 0; n < 60; n += 1) await logIn(throttle, `account ${n}`, home)
    await expect(guess(throttle, 'account 1', home)).resolves.toBeUndefined()
  })

  test('is not cleared by a success', async () => {
    const throttle = throttleOver()
    for (let n = 0; n < 50; n += 1) {
      await guess(throttle, `account ${n}`, attacker)
      if (n === 40) await logIn(throttle, 'their own account', attacker)
    }
    await expect(guess(throttle, 'their own account', attacker)).rejects.toMatchObject(limited)
  })

  test('of IPv6 is counted by its /64', async () => {
    const throttle = throttleOver()
    for (let n = 1; n <= 10; n += 1) await guess(throttle, victim, `2001:db8:1:2::${n}`)
    await expect(guess(throttle, victim, '2001:db8:1:2:ffff::')).rejects.toMatchObject(limited)
    await expect(guess(throttle, victim, '2001:db8:1:3::1')).resolves.toBeUndefined()
  })
})

test('no counter is named after an account or an address', async () => {
  const names = new Set<string>()
  const memory = memoryLimiter()
  const spy: Limiter = {
    consume: (key, rate) => memory.consume(names.add(key) && key, rate),
    peek: (key, rate) => memory.peek(names.add(key) && key, rate),
    forget: (key, rate) => memory.forget(names.add(key) && key, rate),
    refund: (key, rate) => memory.refund(names.add(key) && key, rate),
  }
  const throttle = throttleOver(spy)
  await guess(throttle, victim, attacker)
  await logIn(throttle, victim, attacker)
  for (const name of names) expect(name).toMatch(/^[\w-]{43}$/)
})
