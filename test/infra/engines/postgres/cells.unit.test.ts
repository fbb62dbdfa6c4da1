import { describe, expect, test } from '@jest/globals'
import { parseArray, parseComposite } from '../../../../infra/engines/postgres/array-literal.ts'
import { decoderOf } from '../../../../infra/engines/postgres/cells.ts'
import { fixedType } from '../../../../infra/engines/postgres/types.ts'

const decode = (oid: number, text: string): string => {
  const type = fixedType(oid)
  if (!type) throw new Error(`no type ${oid}`)
  return decoderOf(type)?.(text) ?? text
}

describe('instants', () => {
  test.each([
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.6Z'],
    ['2026-01-02 03:04:05+05:30', '2026-01-02T03:04:05+05:30'],
    ['2026-01-02 03:04:05-03', '2026-01-02T03:04:05-03:00'],
    ['10000-01-02 03:04:05+00', '10000-01-02T03:04:05Z'],
    ['1900-01-01 00:19:32+00:19:32', '1900-01-01T00:19:00+00:19'],
    ['infinity', 'infinity'],
    ['-infinity', '-infinity'],
    ['0044-03-15 00:00:00+00 BC', '0044-03-15 00:00:00+00 BC'],
  ])('%s → %s', (text, cell) => {
    expect(decode(1184, text)).toBe(cell)
  })
})

test.each([
  ['1.500', '1.5'],
  ['20.0000', '20'],
  ['0.000', '0'],
  ['-0.10', '-0.1'],
  ['100', '100'],
  ['NaN', 'NaN'],
])('the numeric %s → %s', (text, cell) => {
  expect(decode(1700, text)).toBe(cell)
})

describe('array literals', () => {
  test.each([
    ['{}', []],
    ['{1,NULL,3}', ['1', null, '3']],
    [
      '{{1,2},{3,4}}',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['[0:1]={1,2}', ['1', '2']],
    ['{"a,b","c\\"d","e\\\\f","","NULL","{x}"}', ['a,b', 'c"d', 'e\\f', '', 'NULL', '{x}']],
  ])('%s', (text, items) => {
    expect(parseArray(text)).toEqual(items)
  })

  test('another delimiter', () => {
    expect(parseArray('{(2,2),(1,1);(3,3),(0,0)}', ';')).toEqual(['(2,2),(1,1)', '(3,3),(0,0)'])
  })

  test('numbers that JSON does not know are quoted', () => {
    expect(decode(1231, '{1.50,NaN,-2}')).toBe('[1.5,"NaN",-2]')
    expect(decode(1022, '{1e+20,Infinity}')).toBe('[1e+20,"Infinity"]')
  })
})

test.each([
  ['()', []],
  ['(1)', ['1']],
  ['(,)', [null, null]],
  ['(1,"a ""b"" \\\\",)', ['1', 'a "b" \\', null]],
  ['("","(1,2)")', ['', '(1,2)']],
])('the composite %s', (text, items) => {
  expect(parseComposite(text)).toEqual(items)
})
