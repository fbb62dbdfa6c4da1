import { describe, expect, test } from '@jest/globals'
import { positionCache } from '../../../query-service/engine/metadata-cache.ts'

/** A cache, and how often each key had to be loaded. */
const counted = () => {
  const cache = positionCache()
  const loads = new Map<string, number>()
  const get = (position: bigint | undefined, key: string, weight?: number) =>
    cache.get(
      position,
      key,
      async () => {
        loads.set(key, (loads.get(key) ?? 0) + 1)
        return `${key} at ${position}`
      },
      weight,
    )
  return { cache, get, loadsOf: (key: string) => loads.get(key) ?? 0 }
}

describe('what was read at a position', () => {
  test('serves whoever asks at the same one', async () => {
    const { get, loadsOf } = counted()
    expect([await get(5n, 'a'), await get(5n, 'a')]).toEqual(['a at 5', 'a at 5'])
    expect(loadsOf('a')).toBe(1)
  })

  test('serves nobody at a later one', async () => {
    const { get } = counted()
    await get(5n, 'a')
    expect(await get(6n, 'a')).toBe('a at 6')
  })

  test('is read again by whoever is behind, or nobody knows where', async () => {
    const { get, loadsOf } = counted()
    await get(5n, 'a')
    expect([await get(4n, 'a'), await get(undefined, 'a')]).toEqual(['a at 4', 'a at undefined'])
    await get(5n, 'a')
    expect(loadsOf('a')).toBe(3)
  })

  test('is not kept where it failed', async () => {
    const { cache, get } = counted()
    const failing = cache.get(5n, 'a', () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await get(5n, 'a')).toBe('a at 5')
  })

  test('is given up when all that is kept weighs too much', async () => {
    const { get, loadsOf } = counted()
    await get(5n, 'a')
    for (let n = 0; n < 1_000; n += 1) await get(5n, `heavy ${n}`, 10)
    await get(5n, 'a')
    expect(loadsOf('a')).toBe(2)
  })
})
