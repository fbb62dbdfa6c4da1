import { amount, id, kind, pieces, type Question, soldAt } from './question.ts'

export const grouped: readonly Question[] = [
  [
    'count-where, sum-where, distinct-where, share',
    (s) => ({
      aggregation: [
        ['count-where', ['>', amount(s), 10]],
        ['sum-where', amount(s), ['=', kind(s), 'web']],
        ['distinct-where', kind(s), ['<', amount(s), 50]],
        ['share', ['=', kind(s), 'web']],
      ],
    }),
    [[4, 80, 2, 0.5]],
  ],
  [
    'conditions nothing meets count nothing',
    (s) => ({
      aggregation: [
        ['count-where', ['>', amount(s), 1000]],
        ['sum-where', amount(s), ['=', kind(s), 'none']],
      ],
    }),
    [[0, 0]],
  ],
  [
    'no rows at all',
    (s) => ({
      aggregation: [
        ['count-where', ['>', amount(s), 1]],
        ['share', ['>', amount(s), 1]],
        ['count'],
      ],
      filter: ['=', id(s), 0],
    }),
    [[null, null, 0]],
  ],
  [
    'arithmetic of aggregations',
    (s) => ({
      aggregation: [
        ['/', ['sum', amount(s)], ['count']],
        ['+', ['count'], ['count', amount(s)], 1],
        ['case', [[['>', ['count'], 5], 'many']], { default: 'few' }],
      ],
    }),
    [[200 / 6, 12, 'many']],
  ],
  [
    'aggregations of expressions',
    (s) => ({
      expressions: { total: ['*', amount(s), pieces(s)] },
      aggregation: [
        ['sum', ['expression', 'total']],
        ['max', ['+', pieces(s), 1]],
      ],
    }),
    [[550.5, 6]],
  ],
  [
    'variance and deviation are of the population',
    (s) => ({
      aggregation: [
        ['var', pieces(s)],
        ['stddev', pieces(s)],
      ],
      filter: ['<', pieces(s), 3],
    }),
    [[0.6666666666666666, 0.816496580927726]],
  ],
  [
    'running sums and counts',
    (s) => ({
      aggregation: [['cum-sum', amount(s)], ['cum-count'], ['count']],
      breakout: [s.field('sales.sold_at', { 'temporal-unit': 'month' })],
      filter: ['not-null', soldAt(s)],
    }),
    [
      ['2024-01-01T00:00:00Z', 30.5, 2, 2],
      ['2024-02-01T00:00:00Z', 35.75, 4, 2],
      ['2024-03-01T00:00:00Z', 135.75, 5, 1],
    ],
  ],
  [
    'a running sum of nothing in particular is the sum',
    (s) => ({ aggregation: [['cum-sum', amount(s)], ['cum-count']] }),
    [[200, 6]],
  ],
  [
    'running sums of several series, part of a formula, in another order',
    (s) => ({
      aggregation: [['+', ['cum-sum', pieces(s)], 100]],
      breakout: [kind(s), s.field('sales.sold_at', { 'temporal-unit': 'month' })],
      filter: ['in', kind(s), ['web', 'shop']],
      'order-by': [['desc', ['aggregation', 0]]],
      limit: 1,
    }),
    [['shop', '2024-01-01T00:00:00Z', 102]],
  ],
  [
    'the value of the group before',
    (s) => ({
      aggregation: [['offset', {}, ['count'], -1]],
      breakout: [s.field('sales.sold_at', { 'temporal-unit': 'month' })],
      filter: ['not-null', soldAt(s)],
    }),
    [
      ['2024-01-01T00:00:00Z', null],
      ['2024-02-01T00:00:00Z', 2],
      ['2024-03-01T00:00:00Z', 2],
    ],
  ],
  [
    'an expression with a value in it is grouped and ordered by',
    (s) => ({
      expressions: { size: ['case', [[['<', amount(s), 15], 'small']], { default: 'large' }] },
      aggregation: [['count'], ['cum-count']],
      breakout: [['expression', 'size']],
      'order-by': [['desc', ['expression', 'size']]],
    }),
    [
      ['small', 2, 6],
      ['large', 4, 4],
    ],
  ],
  [
    'expressions are days when they are grouped by, too',
    (s) => ({
      expressions: { later: ['datetime-add', soldAt(s), 1, 'day'] },
      aggregation: ['count'],
      breakout: [['expression', 'later', { 'temporal-unit': 'month' }]],
      filter: ['not-null', soldAt(s)],
    }),
    [
      ['2024-01-01T00:00:00Z', 1],
      ['2024-02-01T00:00:00Z', 2],
      ['2024-03-01T00:00:00Z', 1],
      ['2024-04-01T00:00:00Z', 1],
    ],
  ],
  [
    'bins of a width',
    (s) => ({
      aggregation: ['count'],
      breakout: [s.field('sales.amount', { binning: { strategy: 'bin-width', 'bin-width': 25 } })],
      filter: ['not-null', amount(s)],
    }),
    [
      [0, 3],
      [50, 1],
      [100, 1],
    ],
  ],
  [
    'a number of bins between edges given',
    (s) => ({
      aggregation: ['count'],
      breakout: [
        s.field('sales.amount', {
          binning: { strategy: 'num-bins', 'num-bins': 4, 'min-value': 0, 'max-value': 100 },
        }),
      ],
      filter: ['not-null', amount(s)],
    }),
    [
      [0, 3],
      [50, 1],
      [100, 1],
    ],
  ],
  [
    'a number of bins between the extremes of the column',
    (s) => ({
      aggregation: ['count'],
      breakout: [s.field('sales.amount', { binning: { strategy: 'num-bins', 'num-bins': 4 } })],
      filter: ['not-null', amount(s)],
    }),
    [
      [0, 3],
      [50, 1],
      [100, 1],
    ],
  ],
  [
    'bins are ordered by, too',
    (s) => {
      const bins = s.field('sales.amount', { binning: { strategy: 'num-bins', 'num-bins': 4 } })
      return {
        aggregation: ['count'],
        breakout: [bins],
        filter: ['not-null', amount(s)],
        'order-by': [['desc', bins]],
      }
    },
    [
      [100, 1],
      [50, 1],
      [0, 3],
    ],
  ],
  [
    'bins of whole numbers below 0',
    (s) => {
      const bins = ['expression', 'n', { binning: { strategy: 'bin-width', 'bin-width': 2 } }]
      return {
        expressions: { n: ['-', pieces(s), 3] },
        aggregation: ['count'],
        breakout: [bins],
        filter: ['not-null', pieces(s)],
      }
    },
    [
      [-4, 1],
      [-2, 2],
      [0, 1],
      [2, 1],
    ],
  ],
  [
    'bins of few whole numbers',
    (s) => ({
      'source-table': s.table('cities'),
      breakout: [s.field('cities.id', { binning: { strategy: 'default' } })],
    }),
    [[1], [2], [3]],
  ],
]
