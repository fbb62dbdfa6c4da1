import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { recent } from '../../../infra/security/recent.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('keeps what was used last', () => {
  const cache = recent<string, number>({ entries: 2, maxAgeMs: 1_000 })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
})

test('keeps nothing beyond its time, however often it is used', () => {
  const cache = recent<string, number>({ entries: 2, maxAgeMs: 1_000 })
  cache.set('a', 1)
  jest.advanceTimersByTime(999)
  expect(cache.get('a')).toBe(1)
  jest.advanceTimersByTime(1)
  expect(cache.get('a')).toBeUndefined()
})
