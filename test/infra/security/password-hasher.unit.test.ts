import { describe, expect, test } from '@jest/globals'
import { passwordHasher } from '../../../infra/security/password-hasher.ts'

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe('passwordHasher', () => {
  test('salts: equal passwords get different hashes', async () => {
    const { hash } = passwordHasher()
    expect(await hash('same password')).not.toBe(await hash('same password'))
  })

  test('takes as long without a hash as with one', async () => {
    const { hash, verify } = passwordHasher()
    const known = await hash('correct horse')
    const times = { known: [] as number[], unknown: [] as number[] }
    const measure = async (stored: string | undefined, into: number[]) => {
      const start = performance.now()
      expect(await verify(stored, 'wrong horse')).toEqual({ matches: false })
      into.push(performance.now() - start)
    }
    for (let n = 0; n < 15; n += 1) {
      await measure(known, times.known)
      await measure(undefined, times.unknown)
    }
    // Loose, for a busy machine; a skipped hash would be off by a factor of a hundred.
    const ratio = median(times.unknown) / median(times.known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('refuses at once what the queue cannot hold', async () => {
    const { hash } = passwordHasher()
    const storm = await Promise.allSettled(Array.from({ length: 40 }, () => hash('x')))
    const refused = storm.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(40 - 22)
    for (const refusal of refused)
      expect(refusal).toMatchObject({
        reason: { kind: 'overloaded', extras: { retryAfter: expect.any(Number) } },
      })
    await expect(hash('x')).resolves.toMatch(/^\$argon2id/)
  })
})
