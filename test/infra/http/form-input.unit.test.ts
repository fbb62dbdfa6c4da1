import { describe, expect, test } from '@jest/globals'
import { parseLists, parsePairs } from '../../../infra/http/form-input.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

describe('keys of a query that come several times', () => {
  test('are lists where they may', () => {
    expect(parseLists('a=1&b=2&a=&a=3%2C4&c')).toEqual({ a: ['1', '', '3,4'], b: '2', c: '' })
    expect(parseLists('')).toEqual({})
    expect(Object.keys(parseLists('__proto__=1&__proto__=2'))).toEqual(['__proto__'])
  })

  test('are one text where those are listed, and refused elsewhere', () => {
    expect(parsePairs('a=1&b=2&a=3', ['a'])).toEqual({ a: '1,3', b: '2' })
    expect(() => parsePairs('a=1&a=1')).toThrow(Refusal)
  })

  test.each(['a=%', 'a=%ff', 'a=%00', '%00=a'])('%s is refused', (text) => {
    expect(() => parseLists(text)).toThrow(Refusal)
    expect(() => parsePairs(text)).toThrow(Refusal)
  })
})
