import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { canonicalJson, isStorableText, unstorablePath } from '../../../shared/kernel/json.ts'

describe('canonical JSON', () => {
  test('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(
      canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }),
    )
  })

  test('tells different values apart', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }))
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}))
  })

  test('is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

test('text that stores cannot hold is told', () => {
  expect(isStorableText('Zoë 👩‍🚀')).toBe(true)
  expect(isStorableText('a\u0000b')).toBe(false)
  expect(isStorableText('\ud800')).toBe(false)
})

describe('the path of what JSON would lose', () => {
  test.each<[unknown, string | undefined]>([
    [{ a: [1, 'x', null, true], b: undefined }, undefined],
    [{ a: { b: [1, new Date(0)] } }, '.a.b[1]'],
    [[undefined], '[0]'],
    [{ a: Number.NaN }, '.a'],
    [{ a: 1n }, '.a'],
    [{ 'bad\u0000key': 1 }, '.bad\u0000key'],
    ['\ud800', '.'],
  ])('of %j is %s', (value, path) => expect(unstorablePath(value)).toBe(path))
})
