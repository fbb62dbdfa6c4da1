import { day, flag, id, m, type Names, n, price, ratio, type Whole, word } from './reference.ts'

const choice = (of: string, condition: string, otherwise: string) =>
  `case when ${condition} then ${of} else ${otherwise} end`

const without = (l: Names) => ['<', id(l), 0]

/** All entries, or some, as one row. */
export const aggregations: readonly Whole[] = [
  ['count in three spellings', () => ({ aggregation: 'count' }), 'select count(*) from entries'],
  [
    'count of a column',
    (l) => ({ aggregation: [['count', n(l)]] }),
    'select count(n) from entries',
  ],
  [
    'sum, avg, min, max leave nulls out',
    (l) => ({
      aggregation: [
        ['sum', n(l)],
        ['avg', price(l)],
        ['min', ratio(l)],
        ['max', day(l)],
      ],
    }),
    'select sum(n), avg(price), min(ratio), max(due) from entries',
  ],
  [
    'avg of whole numbers',
    (l) => ({ aggregation: [['avg', n(l)]] }),
    'select sum(n) / (count(n) + 0e0) from entries',
  ],
  [
    'distinct',
    (l) => ({
      aggregation: [
        ['distinct', n(l)],
        ['distinct', word(l)],
      ],
    }),
    'select count(distinct n), count(distinct word) from entries',
  ],
  [
    'distinct of a formula',
    (l) => ({ aggregation: [['distinct', ['+', n(l), m(l)]]] }),
    'select count(distinct n + m) from entries',
  ],
  [
    'deviation and variance of the population',
    (l) => ({
      aggregation: [
        ['stddev', n(l)],
        ['var', ratio(l)],
      ],
    }),
    'select stddev_pop(n), var_pop(ratio) from entries',
  ],
  [
    'all of them null',
    (l) => ({
      aggregation: [['count'], ['count', n(l)], ['sum', n(l)], ['max', n(l)], ['distinct', n(l)]],
      filter: ['is-null', n(l)],
    }),
    'select count(*), count(n), sum(n), max(n), count(distinct n) from entries where n is null',
  ],
  [
    'no rows at all',
    (l) => ({
      aggregation: [
        ['count'],
        ['sum', n(l)],
        ['avg', n(l)],
        ['distinct', n(l)],
        ['count-where', ['>', n(l), 0]],
        ['sum-where', n(l), ['>', n(l), 0]],
        ['share', ['>', n(l), 0]],
      ],
      filter: without(l),
    }),
    'select 0, null, null, 0, null, null, null',
  ],
  [
    'count-where',
    (l) => ({ aggregation: [['count-where', ['>', n(l), 2]]] }),
    `select sum(${choice('1', 'n > 2', '0')}) from entries`,
  ],
  [
    'sum-where: misses add 0',
    (l) => ({
      aggregation: [
        ['sum-where', price(l), ['=', word(l), 'ab']],
        ['sum-where', price(l), ['=', word(l), 'no such word']],
      ],
    }),
    `select sum(${choice('price', "word = 'ab'", '0')}), 0 from entries`,
  ],
  [
    'distinct-where',
    (l) => ({ aggregation: [['distinct-where', n(l), ['>', m(l), 2]]] }),
    'select count(distinct case when m > 2 then n end) from entries',
  ],
  [
    'share',
    (l) => ({ aggregation: [['share', ['=', flag(l), true]]] }),
    `select sum(${choice('1', 'flag = true', '0')}) / (count(*) + 0e0) from entries`,
  ],
  [
    'a case within',
    (l) => ({ aggregation: [['sum', ['case', [[['>', n(l), 0], m(l)]], { default: -1 }]]] }),
    `select sum(${choice('m', 'n > 0', '-1')}) from entries`,
  ],
  [
    'a sum of sums',
    (l) => ({
      aggregation: [
        ['+', ['sum', n(l)], ['sum', m(l)], 1],
        ['/', ['sum', n(l)], ['count']],
      ],
    }),
    'select sum(n) + sum(m) + 1, (sum(n) + 0e0) / count(*) from entries',
  ],
  [
    'a running sum of one group',
    (l) => ({ aggregation: [['cum-sum', n(l)], ['cum-count']] }),
    'select sum(n), count(*) from entries',
  ],
  [
    'under a name',
    () => ({ aggregation: [['aggregation-options', ['count'], { name: 'how many' }]] }),
    'select count(*) from entries',
  ],
  [
    'rows, as of old',
    (l) => ({ aggregation: ['rows'], fields: [id(l)], 'order-by': [['asc', id(l)]], limit: 3 }),
    'select id from entries order by id limit 3',
  ],
]
