import { describe, expect, test } from '@jest/globals'
import {
  bounded,
  entryOf,
  merged,
  oncePerValue,
} from '../../../../query-service/engine/parameter-values/entry.ts'
import { fromStaticList } from '../../../../query-service/engine/parameter-values/static-list.ts'
import type { ValueEntry } from '../../../../shared/contract/parameter-values.ts'

const list = (...values: ValueEntry[]) => ({ values, hasMore: false })

describe('a static list', () => {
  const written = [
    'Oslo',
    ['no', 'Norway'],
    ['it', 'Italy'],
    [7],
    8,
    true,
    null,
    '',
    'Oslo',
  ] as const
  const find = (wanted: Parameters<typeof fromStaticList>[1]) =>
    fromStaticList(
      written.map((one) => one as never),
      wanted,
    ).values

  test('is told as it was written, without nothing and without what is there already', () => {
    expect(find({ kind: 'all' })).toEqual([
      ['Oslo'],
      ['no', 'Norway'],
      ['it', 'Italy'],
      [7],
      [8],
      [true],
    ])
  })

  test.each([
    ['NOR', [['no', 'Norway']]],
    ['o', [['Oslo'], ['no', 'Norway']]],
    ['it', [['it', 'Italy']]],
    ['no', [['no', 'Norway']]],
    ['8', [[8]]],
    ['nowhere', []],
  ])('searched for %s by what people see', (text, found) => {
    expect(find({ kind: 'matching', text })).toEqual(found)
  })

  test('knows the label of a value, whatever form that came in', () => {
    expect(find({ kind: 'one', value: 'it' })).toEqual([['it', 'Italy']])
    expect(find({ kind: 'one', value: '7' })).toEqual([[7]])
    expect(find({ kind: 'one', value: 'IT' })).toEqual([])
  })

  test('is told whole, and searched for a thousand', () => {
    const long = Array.from({ length: 1_500 }, (_, n) => `v${n}`)
    expect(fromStaticList(long, { kind: 'all' })).toMatchObject({ hasMore: false })
    expect(fromStaticList(long, { kind: 'all' }).values).toHaveLength(1_500)
    const found = fromStaticList(long, { kind: 'matching', text: 'v' })
    expect([found.values.length, found.hasMore]).toEqual([1_000, true])
  })
})

test('an entry has a label only where there is one', () => {
  expect([entryOf(1), entryOf(1, null), entryOf(1, ''), entryOf(1, 'Ada')]).toEqual([
    [1],
    [1],
    [1],
    [1, 'Ada'],
  ])
})

test('a list is cut at its length and at its size, and says so', () => {
  const long = 'x'.repeat(400_000)
  expect(bounded(list([1], [2]), 2)).toEqual(list([1], [2]))
  expect(bounded(list([1], [2], [3]), 2)).toEqual({ values: [[1], [2]], hasMore: true })
  const { values, hasMore } = bounded(list([1, long], [2, long], [3, long], [4]))
  expect([values.map(([value]) => value), hasMore]).toEqual([[1, 2], true])
})

test('the lists of several columns become one, each value once and in order', () => {
  expect(merged([list(['b'], ['c']), list(['a'], ['b'])])).toEqual(list(['a'], ['b'], ['c']))
  expect(merged([list([10], [9]), list([1], [10])])).toEqual(list([1], [9], [10]))
  expect(merged([list([2, 'Ada']), list([1, 'Bob'])])).toEqual(list([2, 'Ada'], [1, 'Bob']))
  expect(merged([{ values: [['a']], hasMore: true }, list(['b'])]).hasMore).toBe(true)
  expect(merged([list(['b'], ['a'])])).toEqual(list(['b'], ['a']))
  expect(merged([])).toEqual(list())
})

test('a value that has two labels has the first', () => {
  expect(oncePerValue(list([1, 'Ada'], [1, 'Bob'], [null], ['']))).toEqual(list([1, 'Ada']))
})
