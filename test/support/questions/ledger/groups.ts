import { at, but, day, flag, id, m, n, price, type Whole } from './reference.ts'

/** Groups in ascending order, nulls where the engine puts them. */
const by = (columns: string, values: string, rest = '') =>
  `select ${columns}, ${values} from entries ${rest} group by ${columns} order by ${columns}`

const months = (month: string) =>
  `select ${month}, count(*), sum(n) from entries group by 1 order by 1`

/** Groups and their values, in their order. */
export const groups: readonly Whole[] = [
  [
    'by a number, nulls too',
    (l) => ({ aggregation: [['count']], breakout: [n(l)] }),
    by('n', 'count(*)'),
  ],
  [
    'by a text',
    (l) => ({ aggregation: [['sum', n(l)]], breakout: [flag(l)] }),
    by('flag', 'sum(n)'),
  ],
  [
    'by two',
    (l) => ({ aggregation: [['count'], ['max', price(l)]], breakout: [flag(l), m(l)] }),
    by('flag, m', 'count(*), max(price)'),
  ],
  [
    'alone: what there is, once',
    (l) => ({ breakout: [m(l)] }),
    'select distinct m from entries order by m',
  ],
  [
    'two alone',
    (l) => ({ breakout: [flag(l), m(l)] }),
    'select flag, m from entries group by flag, m order by flag, m',
  ],
  [
    'of a condition',
    (l) => ({ aggregation: [['count']], breakout: [m(l)], filter: ['>', n(l), 2] }),
    by('m', 'count(*)', 'where n > 2'),
  ],
  [
    'in the order of their count, then their own',
    (l) => ({
      aggregation: [['count']],
      breakout: [m(l)],
      'order-by': [['desc', ['aggregation', 0]]],
    }),
    'select m, count(*) from entries group by m order by 2 desc, 1',
  ],
  [
    'backwards',
    (l) => ({ aggregation: [['count']], breakout: [m(l)], 'order-by': [['desc', m(l)]] }),
    'select m, count(*) from entries group by m order by m desc',
  ],
  [
    'the second one first',
    (l) => ({ aggregation: [['count']], breakout: [flag(l), m(l)], 'order-by': [['asc', m(l)]] }),
    'select flag, m, count(*) from entries group by flag, m order by m, flag',
  ],
  [
    'the first few',
    (l) => ({ aggregation: [['count']], breakout: [n(l)], limit: 4 }),
    `${by('n', 'count(*)')} limit 4`,
  ],
  [
    'a page of them',
    (l) => ({ aggregation: [['count']], breakout: [n(l)], page: { page: 2, items: 4 } }),
    `${by('n', 'count(*)')} limit 4 offset 4`,
  ],
  [
    'moments, by day unless told otherwise',
    (l) => ({ aggregation: [['count']], breakout: [at(l)], filter: ['not-null', at(l)] }),
    but(
      'select timestamp(date(at)), count(*) from entries where at is not null group by 1 order by 1',
      'select cast(cast(at as date) as timestamp), count(*) from entries where at is not null group by 1 order by 1',
    ),
  ],
  ['days', (l) => ({ aggregation: [['count']], breakout: [day(l)] }), by('due', 'count(*)')],
  [
    'moments as they are',
    (l) => ({ aggregation: [['count']], breakout: [at(l, 'default')] }),
    by('at', 'count(*)'),
  ],
  [
    'by month',
    (l) => ({ aggregation: [['count'], ['sum', n(l)]], breakout: [at(l, 'month')] }),
    but(months("timestamp(date_format(at, '%Y-%m-01'))"), months("date_trunc('month', at)")),
  ],
  [
    'by an hour of the day',
    (l) => ({ aggregation: [['count']], breakout: [at(l, 'hour-of-day')] }),
    'select extract(hour from at), count(*) from entries group by 1 order by 1',
  ],
  [
    'by month of the year and year',
    (l) => ({
      aggregation: [['count']],
      breakout: [day(l, 'month-of-year'), day(l, 'year-of-era')],
    }),
    'select extract(month from due), extract(year from due), count(*) from entries group by 1, 2 order by 1, 2',
  ],
  [
    'by an expression',
    (l) => ({
      expressions: { sum: ['+', n(l), m(l)] },
      aggregation: [['count']],
      breakout: [['expression', 'sum']],
    }),
    'select n + m, count(*) from entries group by 1 order by 1',
  ],
  [
    'by an expression made of another',
    (l) => ({
      expressions: { two: ['*', n(l), 2], four: ['*', ['expression', 'two'], 2] },
      aggregation: [['max', ['expression', 'two']]],
      breakout: [['expression', 'four']],
    }),
    'select n * 4, max(n * 2) from entries group by 1 order by 1',
  ],
  [
    'fields beside aggregations are none',
    (l) => ({ fields: [id(l)], aggregation: [['count']], breakout: [m(l)] }),
    by('m', 'count(*)'),
  ],
  [
    'by a column of another table',
    (l) => ({
      aggregation: [['count']],
      breakout: [l.field('accounts.region', { 'source-field': l.field('account_id')[1] })],
    }),
    'select a.region, count(*) from entries e left join accounts a on a.id = e.account_id group by a.region order by a.region',
  ],
  [
    'running sums',
    (l) => ({
      aggregation: [['cum-sum', n(l)], ['cum-count']],
      breakout: [m(l)],
      filter: ['not-null', m(l)],
    }),
    'select m, sum(sum(n)) over (order by m), sum(count(*)) over (order by m) from entries where m is not null group by m order by m',
  ],
  [
    'running sums of each flag',
    (l) => ({
      aggregation: [['cum-count']],
      breakout: [flag(l), m(l)],
      filter: ['and', ['not-null', m(l)], ['not-null', flag(l)]],
    }),
    'select flag, m, sum(count(*)) over (partition by flag order by m) from entries where m is not null and flag is not null group by flag, m order by flag, m',
  ],
  [
    'the group before',
    (l) => ({
      aggregation: [['offset', {}, ['sum', n(l)], -1]],
      breakout: [m(l)],
      filter: ['not-null', m(l)],
    }),
    'select m, lag(sum(n)) over (order by m) from entries where m is not null group by m order by m',
  ],
  [
    'the group two on',
    (l) => ({
      aggregation: [['offset', {}, ['count'], 2]],
      breakout: [m(l)],
      filter: ['not-null', m(l)],
    }),
    'select m, lead(count(*), 2) over (order by m) from entries where m is not null group by m order by m',
  ],
  [
    'bins of a width',
    (l) => ({
      aggregation: [['count']],
      breakout: [l.field('price', { binning: { strategy: 'bin-width', 'bin-width': 5 } })],
    }),
    'select floor(price / 5.0) * 5, count(*) from entries group by 1 order by 1',
  ],
  [
    'bins of a width that is a fraction',
    (l) => ({
      aggregation: [['count']],
      breakout: [l.field('ratio', { binning: { strategy: 'bin-width', 'bin-width': 2.5 } })],
    }),
    'select floor(ratio / 2.5) * 2.5, count(*) from entries group by 1 order by 1',
  ],
  [
    'bins as of old',
    (l) => ({ aggregation: [['count']], breakout: [['binning-strategy', n(l), 'bin-width', 3]] }),
    'select floor(n / 3.0) * 3, count(*) from entries group by 1 order by 1',
  ],
]
