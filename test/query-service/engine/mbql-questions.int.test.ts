import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type LabEngine, labEngines } from '../../support/engine-lab.ts'
import { openShop, type ShopLab } from '../../support/shop-lab.ts'

type Shop = Pick<ShopLab, 'table' | 'field'>
type Rows = readonly (readonly unknown[])[]
type Question = readonly [
  name: string,
  query: (shop: Shop) => object,
  rows: Rows | { readonly [E in LabEngine]: Rows },
]

const id = ({ field }: Shop) => field('sales.id')
const personId = ({ field }: Shop, options: object | null = null) =>
  field('sales.person_id', options)
const named = (name: string, type = 'type/*') => ['field', name, { 'base-type': type }]

const people = (shop: Shop, more: object = {}) => ({
  'source-table': shop.table('people'),
  alias: 'P',
  condition: ['=', personId(shop), shop.field('people.id', { 'join-alias': 'P' })],
  ...more,
})

const joins: readonly Question[] = [
  [
    'a left join keeps what has no partner, and adds its fields behind the own ones',
    (shop) => ({
      joins: [people(shop, { fields: [shop.field('people.name', { 'join-alias': 'P' })] })],
      fields: [id(shop)],
      'order-by': [['asc', id(shop)]],
    }),
    [
      [1, 'Ada'],
      [2, 'Ada'],
      [3, 'Bob'],
      [4, 'Bob'],
      [5, null],
      [6, 'Cyd'],
    ],
  ],
  [
    'an inner join does not',
    (shop) => ({ joins: [people(shop, { strategy: 'inner-join' })], aggregation: ['count'] }),
    [[5]],
  ],
  [
    'a right join keeps what is on the other side',
    (shop) => ({
      joins: [
        people(shop, {
          strategy: 'right-join',
          condition: [
            'and',
            ['=', personId(shop), shop.field('people.id', { 'join-alias': 'P' })],
            ['=', shop.field('sales.kind'), 'shop'],
          ],
        }),
      ],
      aggregation: ['count'],
    }),
    [[3]],
  ],
  [
    'fields of a join are filtered, grouped and ordered by',
    (shop) => {
      const name = shop.field('people.name', { 'join-alias': 'P' })
      return {
        joins: [people(shop)],
        filter: ['not-null', name],
        aggregation: [['sum', shop.field('sales.amount')]],
        breakout: [name],
        'order-by': [['desc', name]],
      }
    },
    [
      ['Cyd', 64.25],
      ['Bob', 5.25],
      ['Ada', 30.5],
    ],
  ],
  [
    'a table joined to itself',
    (shop) => ({
      'source-table': shop.table('people'),
      fields: [shop.field('people.name')],
      joins: [
        {
          'source-table': shop.table('people'),
          alias: 'people',
          fields: [shop.field('people.name')],
          condition: [
            '=',
            shop.field('people.boss_id'),
            shop.field('people.id', { 'join-alias': 'people' }),
          ],
        },
      ],
      'order-by': [['asc', shop.field('people.id')]],
    }),
    [
      ['Ada', null],
      ['Bob', 'Ada'],
      ['Cyd', 'Ada'],
    ],
  ],
  [
    'a join with a query',
    (shop) => ({
      'source-table': shop.table('people'),
      fields: [shop.field('people.name')],
      joins: [
        {
          alias: 'S',
          'source-query': {
            'source-table': shop.table('sales'),
            aggregation: ['count'],
            breakout: [personId(shop)],
          },
          fields: [['field', 'count', { 'base-type': 'type/Integer', 'join-alias': 'S' }]],
          condition: ['=', shop.field('people.id'), personId(shop, { 'join-alias': 'S' })],
        },
      ],
      'order-by': [['asc', shop.field('people.id')]],
    }),
    [
      ['Ada', 2],
      ['Bob', 2],
      ['Cyd', 1],
    ],
  ],
  [
    'all fields of a join whose alias is made up',
    (shop) => ({
      'source-table': shop.table('people'),
      fields: [shop.field('people.id')],
      joins: [
        {
          'source-table': shop.table('cities'),
          fields: 'all',
          condition: [
            '=',
            shop.field('people.city_id'),
            ['joined-field', 'cities', shop.field('cities.id')],
          ],
        },
      ],
      filter: ['=', shop.field('people.id'), 2],
    }),
    [[2, 2, 'Rome', 41.9]],
  ],
  [
    'a foreign key is a way to another table',
    (shop) => ({
      fields: [id(shop), shop.field('people.name', { 'source-field': personId(shop)[1] })],
      filter: ['<', id(shop), 4],
      'order-by': [['asc', id(shop)]],
    }),
    [
      [1, 'Ada'],
      [2, 'Ada'],
      [3, 'Bob'],
    ],
  ],
  [
    'the same in its old form, grouped, filtered and ordered by at once',
    (shop) => {
      const name = ['fk->', ['field-id', personId(shop)[1]], shop.field('people.name')]
      return {
        aggregation: ['count'],
        breakout: [name],
        filter: ['!=', name, 'Ada'],
        'order-by': [['desc', name]],
      }
    },
    {
      postgres: [
        [null, 1],
        ['Cyd', 1],
        ['Bob', 2],
      ],
      mysql: [
        ['Cyd', 1],
        ['Bob', 2],
        [null, 1],
      ],
      h2: [
        [null, 1],
        ['Cyd', 1],
        ['Bob', 2],
      ],
    },
  ],
  [
    'two keys into one table are two ways',
    (shop) => ({
      'source-table': shop.table('people'),
      joins: [
        {
          'source-table': shop.table('people'),
          alias: 'Boss',
          condition: [
            '=',
            shop.field('people.boss_id'),
            shop.field('people.id', { 'join-alias': 'Boss' }),
          ],
        },
      ],
      fields: [
        shop.field('people.name'),
        shop.field('cities.name', { 'source-field': shop.field('people.city_id')[1] }),
        shop.field('cities.name', {
          'source-field': shop.field('people.city_id')[1],
          'source-field-join-alias': 'Boss',
        }),
      ],
      'order-by': [['asc', shop.field('people.id')]],
    }),
    [
      ['Ada', 'Oslo', null],
      ['Bob', 'Rome', 'Oslo'],
      ['Cyd', null, 'Oslo'],
    ],
  ],
]

const byKind = (shop: Shop) => ({
  'source-table': shop.table('sales'),
  aggregation: [['count'], ['sum', shop.field('sales.amount')]],
  breakout: [shop.field('sales.kind')],
})

const nesting: readonly Question[] = [
  [
    'groups are filtered by the query around them',
    (shop) => ({
      'source-query': byKind(shop),
      filter: ['>', named('count', 'type/Integer'), 1],
    }),
    [['web', 3, 80]],
  ],
  [
    'groups of groups, three levels deep',
    (shop) => ({
      'source-query': {
        'source-query': byKind(shop),
        filter: ['not-null', shop.field('sales.kind')],
      },
      aggregation: [
        ['sum', named('sum', 'type/Decimal')],
        ['max', named('count')],
      ],
    }),
    [[200, 3]],
  ],
  [
    'a limit inside holds inside',
    (shop) => ({
      'source-query': {
        'source-table': shop.table('sales'),
        'order-by': [['desc', id(shop)]],
        limit: 2,
      },
      aggregation: [['min', id(shop)]],
    }),
    [[5]],
  ],
  [
    'a bucket inside is not cut again outside',
    (shop) => ({
      'source-query': {
        'source-table': shop.table('sales'),
        aggregation: ['count'],
        breakout: [shop.field('sales.sold_at', { 'temporal-unit': 'month' })],
        filter: ['not-null', shop.field('sales.sold_at')],
      },
      aggregation: [['sum', named('count')]],
      breakout: [shop.field('sales.sold_at')],
      limit: 1,
    }),
    [['2024-01-01T00:00:00Z', 2]],
  ],
  [
    'two columns of one name keep apart',
    (shop) => ({
      'source-query': {
        'source-table': shop.table('people'),
        fields: [shop.field('people.name')],
        joins: [
          {
            'source-table': shop.table('cities'),
            alias: 'C',
            fields: [shop.field('cities.name')],
            condition: [
              '=',
              shop.field('people.city_id'),
              shop.field('cities.id', { 'join-alias': 'C' }),
            ],
          },
        ],
      },
      fields: [named('name_2', 'type/Text'), shop.field('people.name')],
      'order-by': [['asc', shop.field('people.name')]],
      limit: 2,
    }),
    [
      ['Oslo', 'Ada'],
      ['Rome', 'Bob'],
    ],
  ],
  [
    'a foreign key of an inner query still leads somewhere',
    (shop) => ({
      'source-query': { 'source-table': shop.table('sales'), filter: ['=', id(shop), 3] },
      fields: [shop.field('people.name', { 'source-field': personId(shop)[1] })],
    }),
    [['Bob']],
  ],
  [
    'an expression that is but a column has a name of its own',
    (shop) => ({
      'source-query': {
        'source-table': shop.table('people'),
        expressions: { called: shop.field('people.name') },
      },
      fields: [named('called', 'type/Text'), shop.field('people.name')],
      limit: 1,
    }),
    [['Ada', 'Ada']],
  ],
  [
    'SQL is a source too',
    () => ({
      'source-query': { native: 'select name, 2 as n from people where id < 3 -- end' },
      aggregation: [['sum', named('n', 'type/Integer')]],
      breakout: [named('name', 'type/Text')],
      filter: ['!=', named('name', 'type/Text'), "x'y"],
    }),
    [
      ['Ada', 2],
      ['Bob', 2],
    ],
  ],
  [
    'SQL whose fields nobody names shows all of them',
    () => ({ 'source-query': { native: 'select id, name from people;' }, limit: 1 }),
    [[1, 'Ada']],
  ],
]

const amount = ({ field }: Shop) => field('sales.amount')
const pieces = ({ field }: Shop) => field('sales.pieces')
const soldAt = ({ field }: Shop) => field('sales.sold_at')
const kind = ({ field }: Shop) => field('sales.kind')

/** An expression and what it is for one sale, by default the first. */
type Formula = readonly [
  name: string,
  expression: (shop: Shop) => unknown,
  value: unknown,
  sale?: number,
]

const at = '2024-02-29T12:30:15'

const formulas: readonly Formula[] = [
  ['+ of three', (s) => ['+', amount(s), pieces(s), 0.25], 11.75],
  ['-', (s) => ['-', pieces(s), 3], -2],
  ['*', (s) => ['*', amount(s), 2], 21],
  ['/ of integers', () => ['/', 3, 2], 1.5],
  ['/ of columns', (s) => ['/', pieces(s), 4], 0.25],
  ['/ from left to right', (s) => ['/', amount(s), 2, 5], 1.05],
  ['/ by a zero of the data', (s) => ['/', amount(s), pieces(s)], null, 3],
  ['/ by zero', (s) => ['/', amount(s), 0], null],
  ['zero divided', (s) => ['/', 0, amount(s)], 0],
  ['arithmetic with nothing', (s) => ['+', amount(s), 1], null, 4],
  ['coalesce', (s) => ['coalesce', amount(s), pieces(s), 0], 4, 4],
  ['coalesce of texts', (s) => ['coalesce', kind(s), 'none'], 'none', 4],
  ['coalesce of dates', (s) => ['coalesce', soldAt(s), '2020-01-01'], '2020-01-01T00:00:00Z', 6],
  [
    'case',
    (s) => [
      'case',
      [
        [['<', amount(s), 10], 'low'],
        [['<', amount(s), 50], 'mid'],
      ],
      { default: 'high' },
    ],
    'mid',
  ],
  ['case without a default', (s) => ['case', [[['>', amount(s), 50], 1]]], null],
  ['if', (s) => ['if', [[['=', kind(s), 'web'], pieces(s)]], { default: -1 }], 1],
  ['concat', (s) => ['concat', kind(s), '-', pieces(s), '!'], 'web-1!'],
  ['substring', (s) => ['substring', kind(s), 2, 2], 'eb'],
  ['substring to the end', (s) => ['substring', kind(s), 7], 'order', 5],
  ['split-part', (s) => ['split-part', kind(s), ' ', 2], 'order', 5],
  ['split-part beyond', (s) => ['split-part', kind(s), ' ', 3], '', 5],
  ['length', (s) => ['length', kind(s)], 3],
  ['trim', () => ['trim', '  a '], 'a'],
  ['ltrim', () => ['ltrim', '  a '], 'a '],
  ['rtrim', () => ['rtrim', '  a '], '  a'],
  ['upper', (s) => ['upper', kind(s)], 'WEB'],
  ['lower', () => ['lower', 'ÄB'], 'äb'],
  ['replace', (s) => ['replace', kind(s), 'w', "'"], "'eb"],
  ['regex-match-first', (s) => ['regex-match-first', kind(s), '[o-p]h?o'], 'pho', 5],
  ['regex without a match', (s) => ['regex-match-first', kind(s), '[0-9]+'], null],
  ['text', (s) => ['text', pieces(s)], '1'],
  ['integer of a text', () => ['integer', '12'], 12],
  ['integer of a decimal', (s) => ['integer', ['+', amount(s), 0.2]], 11],
  ['float', () => ['float', '1.5'], 1.5],
  ['date', (s) => ['date', soldAt(s)], '2024-01-30T00:00:00Z'],
  ['datetime', () => ['datetime', '2024-02-29 01:02:03'], '2024-02-29T01:02:03Z'],
  ['abs', (s) => ['abs', ['-', pieces(s), 5]], 4],
  ['floor', (s) => ['floor', amount(s)], 10],
  ['ceil', (s) => ['ceil', amount(s)], 11],
  ['round', () => ['round', 2.6], 3],
  ['power', () => ['power', 2, 10], 1024],
  ['sqrt', () => ['sqrt', 16], 4],
  ['exp', () => ['exp', 0], 1],
  ['log is of base 10', () => ['log', 1000], 3],
  ['month-name', (s) => ['month-name', ['get-month', soldAt(s)]], 'Feb', 4],
  ['quarter-name', (s) => ['quarter-name', ['get-quarter', soldAt(s)]], 'Q1', 4],
  ['day-name', (s) => ['day-name', ['get-day-of-week', soldAt(s)]], 'Thursday', 4],
  ['get-year', (s) => ['get-year', soldAt(s)], 2024, 4],
  ['get-day', (s) => ['get-day', soldAt(s)], 29, 4],
  ['get-hour', (s) => ['get-hour', soldAt(s)], 12, 4],
  ['get-minute', (s) => ['get-minute', soldAt(s)], 30, 4],
  ['get-second', (s) => ['get-second', soldAt(s)], 59, 2],
  ['get-day-of-week from Sunday', (s) => ['get-day-of-week', soldAt(s)], 5, 4],
  ['get-day-of-week from Monday', (s) => ['get-day-of-week', soldAt(s), 'iso'], 4, 4],
  ['get-week', (s) => ['get-week', soldAt(s)], 9, 4],
  ['get-week as in the US', (s) => ['get-week', soldAt(s), 'us'], 9, 4],
  ['get-week from Sunday', () => ['get-week', '2023-01-01', 'instance'], 1],
  ['get-week of ISO in the year before', () => ['get-week', '2023-01-01'], 52],
  ['get-week of a late year', () => ['get-week', '2022-12-31', 'us'], 53],
  ['temporal-extract', (s) => ['temporal-extract', soldAt(s), 'month-of-year'], 2, 4],
  ['datetime-add', (s) => ['datetime-add', soldAt(s), 1, 'month'], '2024-02-29T10:00:00Z'],
  ['datetime-add of a quarter', () => ['datetime-add', at, 1, 'quarter'], '2024-05-29T12:30:15Z'],
  ['datetime-add of weeks', () => ['datetime-add', at, 2, 'week'], '2024-03-14T12:30:15Z'],
  ['datetime-add of a second', () => ['datetime-add', at, 1, 'second'], '2024-02-29T12:30:16Z'],
  [
    'datetime-add of milliseconds',
    () => ['datetime-add', at, 5, 'millisecond'],
    '2024-02-29T12:30:15.005Z',
  ],
  [
    'datetime-add of a column',
    (s) => ['datetime-add', soldAt(s), pieces(s), 'hour'],
    '2024-01-30T11:00:00Z',
  ],
  [
    'datetime-subtract',
    (s) => ['datetime-subtract', soldAt(s), 1, 'year'],
    '2023-02-28T12:30:15Z',
    4,
  ],
  ['+ interval', (s) => ['+', soldAt(s), ['interval', -1, 'day']], '2024-01-29T10:00:00Z'],
  ['- interval', (s) => ['-', soldAt(s), ['interval', 1, 'day']], '2024-01-29T10:00:00Z'],
  ['now', () => ['datetime-diff', ['now'], ['now'], 'day'], 0],
  [
    'relative-datetime',
    () => ['datetime-diff', ['relative-datetime', -2, 'month'], ['now'], 'month'],
    2,
  ],
  [
    'convert-timezone of a bucket',
    (s) => [
      'get-hour',
      ['convert-timezone', ['temporal-extract', soldAt(s), 'week'], '+01:00', 'UTC'],
    ],
    1,
  ],
  ['convert-timezone', () => ['convert-timezone', at, '+03:00', '+01:00'], '2024-02-29T14:30:15Z'],
]

/** Whole units from one moment to another, and back as many below 0. */
const differences: readonly (readonly [from: string, to: string, unit: string, count: number])[] = [
  ['2024-01-30', '2024-02-28', 'month', 0],
  ['2024-01-30', '2024-03-01', 'month', 1],
  ['2024-01-01T23:00:00', '2024-01-02T01:00:00', 'day', 1],
  ['2024-01-01T23:00:00', '2024-01-02T01:00:00', 'hour', 2],
  ['2024-01-01T23:00:30', '2024-01-02T01:00:00', 'minute', 119],
  ['2024-01-01T23:00:30', '2024-01-02T01:00:00', 'second', 7170],
  ['2024-01-01', '2024-01-16', 'week', 2],
  ['2023-01-01', '2024-01-01', 'quarter', 4],
  ['2023-03-01', '2024-02-29', 'year', 0],
  ['2023-03-01', '2024-03-01', 'year', 1],
]

const grouped: readonly Question[] = [
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

/** Conditions and the sales they keep. */
const filters: readonly (readonly [string, (shop: Shop) => unknown, readonly number[]])[] = [
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

describe.each(labEngines)('questions on %s', (engine) => {
  let shop: ShopLab

  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)
  afterAll(() => shop.lab.close(), 30_000)

  const ask = (query: object) =>
    shop.lab.ask({
      ...('source-query' in query ? {} : { 'source-table': shop.table('sales') }),
      ...query,
    })

  test.each([...joins, ...nesting, ...grouped])('%s', async (_, query, expected) => {
    const rows = Array.isArray(expected) ? expected : Object(expected)[engine]
    expect(await ask(query(shop))).toEqual(rows)
  })

  test.each(formulas)('%s', async (_, expression, value, sale = 1) => {
    const [row] = await ask({
      expressions: { x: expression(shop) },
      fields: [['expression', 'x']],
      filter: ['=', id(shop), sale],
    })
    const [answer] = row ?? []
    if (typeof value === 'number') expect(answer).toBeCloseTo(value, 9)
    else expect(answer).toEqual(value)
  })

  test.each(differences)('from %s to %s in %ss: %d', async (from, to, unit, count) => {
    const expressions = {
      there: ['datetime-diff', from, to, unit],
      back: ['datetime-diff', to, from, unit],
    }
    const fields = Object.keys(expressions).map((name) => ['expression', name])
    const [row] = await ask({ expressions, fields, limit: 1 })
    expect(row).toEqual([count, -count].map((it) => (it === 0 ? 0 : it)))
  })

  test.each(filters)('only those with %s', async (_, filter, ids) => {
    const rows = await ask({
      fields: [id(shop)],
      filter: filter(shop),
      'order-by': [['asc', id(shop)]],
    })
    expect(rows.map(([one]) => one)).toEqual(ids)
  })
})
