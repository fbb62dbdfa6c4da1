import { amount, kind, pieces, type Shop, soldAt } from './question.ts'

/** Conditions and the sales they keep. */
export const filters: readonly (readonly [string, (shop: Shop) => unknown, readonly number[]])[] = [
  ['an expression beside a value', (s) => ['>', ['*', amount(s), pieces(s)], 30], [2, 5]],
  ['an expression beside another', (s) => ['<', ['+', pieces(s), 5], amount(s)], [1, 2, 3, 5]],
  ['a text function', (s) => ['=', ['upper', kind(s)], 'WEB'], [1, 3, 6]],
  ['contains in an expression', (s) => ['contains', ['concat', kind(s), '!'], 'eb!'], [1, 3, 6]],
  ['inside', (s) => ['inside', amount(s), pieces(s), 20, 0, 5, 2], [1, 2, 3]],
  ['during', (s) => ['during', soldAt(s), '2024-02-01', 'month'], [3, 4]],
  ['a case', (s) => ['=', ['case', [[['is-null', amount(s)], 1]], { default: 0 }], 1], [4]],
  [
    'plus an interval',
    (s) => ['>', ['+', soldAt(s), ['interval', 1, 'day']], '2024-04-01T00:00:00'],
    [5],
  ],
  [
    'day buckets of expressions',
    (s) => ['=', ['datetime-add', soldAt(s), 1, 'day'], '2024-02-01'],
    [2],
  ],
  ['an extracted part', (s) => ['=', ['get-month', soldAt(s)], 2, 3], [3, 4, 5]],
  ['not inside', (s) => ['not', ['inside', amount(s), pieces(s), 20, 0, 5, 2]], [4, 5, 6]],
]
