import { describe, expect, test } from '@jest/globals'
import { rateText } from '../../../shared/kernel/rate.ts'

describe('a rate in words', () => {
  test.each([
    ['1/1', { points: 1, seconds: 1 }],
    ['600/60', { points: 600, seconds: 60 }],
    ['9999999/99999', { points: 9_999_999, seconds: 99_999 }],
  ])('%s goes both ways', (text, rate) => {
    expect(rateText.decode(text)).toEqual(rate)
    expect(rateText.encode(rate)).toBe(text)
  })

  test.each([
    '',
    '600',
    '0/60',
    '600/0',
    '-1/60',
    '1.5/60',
    '10000000/60',
    '1/100000',
    '1e3/60',
    ' 1/1',
  ])('is not "%s"', (text) => {
    const [issue] = rateText.safeDecode(text).error?.issues ?? []
    expect(issue?.message).toBe('must be requests/seconds, such as 600/60')
  })
})
