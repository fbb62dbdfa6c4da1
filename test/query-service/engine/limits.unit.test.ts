import { describe, expect, test } from '@jest/globals'
import { absoluteCap, rowCaps, rowLimit, rowsToRead } from '../../../query-service/engine/limits.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { defaultCaps } from '../../support/some-settings.ts'

describe('constraints', () => {
  test.each([
    [undefined, { aggregated: 10_000, bare: 2_000 }],
    [null, { aggregated: 10_000, bare: 2_000 }],
    [{}, { aggregated: 10_000, bare: 2_000 }],
    [{ 'max-results': 50_000 }, { aggregated: 50_000, bare: 2_000 }],
    [{ 'max-results': 10 }, { aggregated: 10, bare: 10 }],
    [{ 'max-results-bare-rows': 5 }, { aggregated: 10_000, bare: 5 }],
    [{ 'max-results-bare-rows': 50_000 }, { aggregated: 10_000, bare: 10_000 }],
    [
      { max_results: 30_000, max_results_bare_rows: 20_000 },
      { aggregated: 30_000, bare: 20_000 },
    ],
    [
      { 'max-results': 1e9, 'max-results-bare-rows': 1e9 },
      { aggregated: absoluteCap, bare: absoluteCap },
    ],
    [{ 'max-results': 0 }, { aggregated: 0, bare: 0 }],
    [{ 'max-results': null }, { aggregated: 10_000, bare: 2_000 }],
  ])('%j', (constraints, caps) => {
    expect(rowCaps(constraints, defaultCaps)).toEqual(caps)
  })

  test.each([
    [{ 'max-results': -1 }],
    [{ 'max-results': '10' }],
    [{ 'max-results': 1.5 }],
    [{ 'max-results': 5, 'max-results-bare-rows': 6 }],
    [[]],
    ['10'],
  ])('%j is refused', (constraints) => {
    expect(() => rowCaps(constraints, defaultCaps)).toThrow(Refusal)
  })
})

test.each([
  [{}, 2000, { rows: 2000, cap: 2000 }, 2001],
  [{ limit: 5 }, 2000, { rows: 5 }, 5],
  [{ limit: 2000 }, 2000, { rows: 2000 }, 2000],
  [{ limit: 5000 }, 2000, { rows: 2000, cap: 2000 }, 2001],
  [{ limit: 0 }, 2000, { rows: 0 }, 0],
  [{ page: { number: 9, items: 10 } }, 2000, { rows: 10 }, 10],
  [{ limit: 3, page: { number: 9, items: 10 } }, 2000, { rows: 3 }, 3],
])('%j under a cap of %i', (asked, cap, limit, toRead) => {
  expect(rowLimit(asked, cap)).toEqual(limit)
  expect(rowsToRead(limit)).toBe(toRead)
})
