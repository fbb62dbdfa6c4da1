import { describe, expect, test } from '@jest/globals'
import { asOfInQuery } from '../../../shared/contract/as-of.ts'

describe('as_of is', () => {
  test.each([
    ['0', 0],
    ['17', 17],
  ])('the revision %s', (text, revision) => {
    expect(asOfInQuery.parse(text)).toEqual({ kind: 'revision', revision })
  })

  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.1239Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00 01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T23:30:00-05:00', '2026-03-02T04:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('the time %s', (text, time) => {
    expect(asOfInQuery.parse(text)).toEqual({ kind: 'time', time })
  })

  test.each([
    '',
    '-1',
    '01',
    '1.0',
    '1e3',
    '12345678901',
    'yesterday',
    '2026-02-30',
    '2025-02-29T00:00:00Z',
    '2026-03-01T09:30:00',
    '2026-03-01 09:30:00',
    '9999-12-31T23:59:59-10:00',
  ])('not %j', (text) => {
    expect(asOfInQuery.safeParse(text).error?.issues[0]?.message).toMatch(/revision, a date/)
  })
})
