import { at, day, id, m, type Names, n, price, type Whole, word } from './reference.ts'

const inOrder = (l: Names) => ({ 'order-by': [['asc', id(l)]] })
const named = (name: string, type = 'type/*') => ['field', name, { 'base-type': type }]

/** Rows, their columns and their order. */
const rows: readonly Whole[] = [
  ['all of a table', (l) => inOrder(l), 'select * from entries order by id'],
  [
    'fields in the order asked for',
    (l) => ({ fields: [n(l), id(l)], ...inOrder(l) }),
    'select n, id from entries order by id',
  ],
  [
    'a column in two forms',
    (l) => ({ fields: [id(l), at(l), at(l, 'month-of-year')], ...inOrder(l) }),
    'select id, at, extract(month from at) from entries order by id',
  ],
  [
    'in an order with nulls',
    (l) => ({
      fields: [id(l), n(l)],
      'order-by': [
        ['asc', n(l)],
        ['desc', id(l)],
      ],
    }),
    'select id, n from entries order by n, id desc',
  ],
  [
    'backwards with nulls',
    (l) => ({
      fields: [id(l), n(l)],
      'order-by': [
        ['desc', n(l)],
        ['asc', id(l)],
      ],
    }),
    'select id, n from entries order by n desc, id',
  ],
  [
    'in the order of what is not shown',
    (l) => ({
      fields: [id(l)],
      'order-by': [
        ['asc', day(l)],
        ['asc', id(l)],
      ],
    }),
    'select id from entries order by due, id',
  ],
  [
    'in the order of an expression',
    (l) => ({
      expressions: { size: ['abs', n(l)] },
      fields: [id(l)],
      'order-by': [
        ['desc', ['expression', 'size']],
        ['asc', id(l)],
      ],
    }),
    'select id from entries order by abs(n) desc, id',
  ],
  [
    'the first five',
    (l) => ({ fields: [id(l)], ...inOrder(l), limit: 5 }),
    'select id from entries order by id limit 5',
  ],
  ['none of them', (l) => ({ fields: [id(l)], limit: 0 }), 'select id from entries where 1 = 0'],
  [
    'the third page',
    (l) => ({ fields: [id(l)], ...inOrder(l), page: { page: 3, items: 7 } }),
    'select id from entries order by id limit 7 offset 14',
  ],
  [
    'a page beyond the last',
    (l) => ({ fields: [id(l)], ...inOrder(l), page: { page: 99, items: 7 } }),
    'select id from entries where 1 = 0',
  ],
  [
    'expressions stand behind the columns',
    (l) => ({
      'source-table': l.table('accounts'),
      expressions: { next: ['+', l.field('accounts.id'), 1] },
      'order-by': [['asc', l.field('accounts.id')]],
    }),
    'select accounts.*, id + 1 from accounts order by id',
  ],
  [
    'expressions of expressions, in a condition',
    (l) => ({
      expressions: { a: ['+', n(l), 1], b: ['*', ['expression', 'a'], 2] },
      fields: [id(l), ['expression', 'b']],
      filter: ['>', ['expression', 'b'], 8],
      ...inOrder(l),
    }),
    'select id, (n + 1) * 2 from entries where (n + 1) * 2 > 8 order by id',
  ],
  [
    'keys of queries in any spelling',
    (l) => ({
      SOURCE_TABLE: l.table('entries'),
      Fields: [id(l)],
      ORDER_BY: [['DESC', id(l)]],
      Limit: 2,
    }),
    'select id from entries order by id desc limit 2',
  ],
]

/** Queries of queries. */
const nested: readonly Whole[] = [
  [
    'groups of groups',
    (l) => ({
      'source-query': {
        'source-table': l.table('entries'),
        aggregation: [['count']],
        breakout: [n(l)],
      },
      aggregation: [['max', named('count', 'type/Integer')], ['count']],
    }),
    'select max(c), count(*) from (select n, count(*) as c from entries group by n) g',
  ],
  [
    'a condition on groups',
    (l) => ({
      'source-query': {
        'source-table': l.table('entries'),
        aggregation: [['count']],
        breakout: [n(l)],
      },
      filter: ['>', named('count', 'type/Integer'), 8],
      'order-by': [['asc', n(l)]],
    }),
    'select n, count(*) from entries group by n having count(*) > 8 order by n',
  ],
  [
    'count and distinct are two columns',
    (l) => ({
      'source-query': {
        'source-table': l.table('entries'),
        aggregation: [['count'], ['distinct', n(l)]],
      },
      fields: [named('count_2'), named('count')],
    }),
    'select count(distinct n), count(*) from entries',
  ],
  [
    'the first of many, summed up',
    (l) => ({
      'source-query': {
        'source-table': l.table('entries'),
        filter: ['not-null', price(l)],
        ...inOrder(l),
        limit: 10,
      },
      aggregation: [['sum', price(l)]],
    }),
    'select sum(price) from (select price from entries where price is not null order by id limit 10) t',
  ],
  [
    'an expression inside, grouped outside',
    (l) => ({
      'source-query': {
        'source-table': l.table('entries'),
        expressions: {
          big: ['case', [[['>=', n(l), 4], 'big']], { default: 'small' }],
        },
        fields: [id(l), ['expression', 'big']],
      },
      aggregation: [['count']],
      breakout: [named('big', 'type/Text')],
    }),
    "select case when n >= 4 then 'big' else 'small' end, count(*) from entries group by 1 order by 1",
  ],
  [
    'three deep',
    (l) => ({
      'source-query': {
        'source-query': {
          'source-query': { 'source-table': l.table('entries'), filter: ['>', n(l), 0] },
          filter: ['<', m(l), 5],
        },
        filter: ['not-empty', word(l)],
      },
      aggregation: [['count']],
    }),
    "select count(*) from entries where n > 0 and m < 5 and word <> ''",
  ],
  [
    'SQL as a source',
    () => ({
      'source-query': { native: 'select n, m from entries where n > 2' },
      aggregation: [['sum', named('m', 'type/Integer')]],
      breakout: [named('n', 'type/Integer')],
    }),
    'select n, sum(m) from entries where n > 2 group by n order by n',
  ],
]

/** Whole tables of rows, and queries of queries. */
export const rowsOfTables: readonly Whole[] = [...rows, ...nested]
