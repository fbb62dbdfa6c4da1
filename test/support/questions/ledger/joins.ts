import { but, id, m, type Names, n, type Whole } from './reference.ts'

const accountId = (l: Names) => l.field('account_id')
const joined = (l: Names, name: string, alias = 'A') =>
  l.field(`accounts.${name}`, { 'join-alias': alias })

const accounts = (l: Names, more: object = {}) => ({
  'source-table': l.table('accounts'),
  alias: 'A',
  condition: ['=', accountId(l), joined(l, 'id')],
  ...more,
})

const inOrder = (l: Names) => ({ 'order-by': [['asc', id(l)]] })

/** Other tables beside the entries. */
export const joins: readonly Whole[] = [
  [
    'left is the usual join',
    (l) => ({
      joins: [accounts(l, { fields: [joined(l, 'owner')] })],
      fields: [id(l)],
      ...inOrder(l),
    }),
    'select e.id, a.owner from entries e left join accounts a on a.id = e.account_id order by e.id',
  ],
  [
    'a join shows none of its fields unless asked',
    (l) => ({ joins: [accounts(l)], fields: [id(l)], ...inOrder(l) }),
    'select id from entries order by id',
  ],
  [
    'all fields of a join',
    (l) => ({
      joins: [accounts(l, { fields: 'all', strategy: 'inner-join' })],
      fields: [id(l)],
      ...inOrder(l),
    }),
    'select e.id, a.* from entries e join accounts a on a.id = e.account_id order by e.id',
  ],
  [
    'inner',
    (l) => ({
      joins: [accounts(l, { strategy: 'inner-join' })],
      aggregation: [['count']],
      breakout: [joined(l, 'owner')],
    }),
    'select a.owner, count(*) from entries e join accounts a on a.id = e.account_id group by a.owner order by a.owner',
  ],
  [
    'right',
    (l) => ({
      joins: [accounts(l, { strategy: 'right-join' })],
      aggregation: [['count'], ['count', id(l)]],
      breakout: [joined(l, 'id')],
    }),
    'select a.id, count(*), count(e.id) from entries e right join accounts a on a.id = e.account_id group by a.id order by a.id',
  ],
  [
    'on two conditions',
    (l) => ({
      joins: [
        accounts(l, {
          fields: [joined(l, 'region')],
          condition: [
            'and',
            ['=', accountId(l), joined(l, 'id')],
            ['=', joined(l, 'region'), 'north'],
          ],
        }),
      ],
      fields: [id(l)],
      ...inOrder(l),
    }),
    "select e.id, a.region from entries e left join accounts a on a.id = e.account_id and a.region = 'north' order by e.id",
  ],
  [
    'on an inequality',
    (l) => ({
      joins: [accounts(l, { strategy: 'inner-join', condition: ['<', n(l), joined(l, 'id')] })],
      aggregation: [['count']],
    }),
    'select count(*) from entries e join accounts a on e.n < a.id',
  ],
  [
    'two joins of one table',
    (l) => ({
      joins: [
        accounts(l, { fields: [joined(l, 'owner')] }),
        accounts(l, {
          alias: 'B',
          condition: ['=', m(l), joined(l, 'id', 'B')],
          fields: [joined(l, 'owner', 'B')],
        }),
      ],
      fields: [id(l)],
      ...inOrder(l),
    }),
    'select e.id, a.owner, b.owner from entries e left join accounts a on a.id = e.account_id left join accounts b on b.id = e.m order by e.id',
  ],
  [
    'a join with itself',
    (l) => ({
      joins: [
        {
          'source-table': l.table('entries'),
          alias: 'T',
          condition: ['=', m(l), l.field('id', { 'join-alias': 'T' })],
          fields: [l.field('word', { 'join-alias': 'T' })],
        },
      ],
      fields: [id(l)],
      ...inOrder(l),
    }),
    'select e.id, t.word from entries e left join entries t on t.id = e.m order by e.id',
  ],
  [
    'a join with groups',
    (l) => ({
      'source-table': l.table('accounts'),
      fields: [l.field('accounts.id')],
      joins: [
        {
          alias: 'S',
          'source-query': {
            'source-table': l.table('entries'),
            aggregation: [['sum', n(l)]],
            breakout: [accountId(l)],
          },
          condition: ['=', l.field('accounts.id'), l.field('account_id', { 'join-alias': 'S' })],
          fields: [['field', 'sum', { 'base-type': 'type/Integer', 'join-alias': 'S' }]],
        },
      ],
      'order-by': [['asc', l.field('accounts.id')]],
    }),
    'select a.id, (select sum(n) from entries where account_id = a.id) from accounts a order by a.id',
  ],
  [
    'a joined column in a formula',
    (l) => ({
      joins: [accounts(l)],
      expressions: { x: ['concat', ['coalesce', joined(l, 'owner'), '?'], '!'] },
      fields: [id(l), ['expression', 'x']],
      ...inOrder(l),
    }),
    but(
      "select e.id, concat(coalesce(a.owner, '?'), '!') from entries e left join accounts a on a.id = e.account_id order by e.id",
      "select e.id, coalesce(a.owner, '?') || '!' from entries e left join accounts a on a.id = e.account_id order by e.id",
    ),
  ],
  [
    'months of a joined day',
    (l) => ({
      joins: [accounts(l)],
      aggregation: [['count']],
      breakout: [
        l.field('accounts.opened', { 'join-alias': 'A', 'temporal-unit': 'month-of-year' }),
      ],
    }),
    'select extract(month from a.opened), count(*) from entries e left join accounts a on a.id = e.account_id group by 1 order by 1',
  ],
  [
    'a condition behind a key',
    (l) => ({
      fields: [id(l)],
      filter: ['=', l.field('accounts.region', { 'source-field': accountId(l)[1] }), 'south'],
      ...inOrder(l),
    }),
    'select id from entries where account_id in (2, 3) order by id',
  ],
  [
    'a join goes over a key',
    (l) => ({
      joins: [accounts(l, { condition: ['=', m(l), joined(l, 'id')] })],
      fields: [
        id(l),
        l.field('accounts.owner', { 'join-alias': 'A', 'source-field': accountId(l)[1] }),
      ],
      ...inOrder(l),
    }),
    'select e.id, a.owner from entries e left join accounts a on a.id = e.m order by e.id',
  ],
]
