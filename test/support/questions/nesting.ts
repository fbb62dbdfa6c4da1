import { id, named, personId, type Question, type Shop } from './question.ts'

const byKind = (shop: Shop) => ({
  'source-table': shop.table('sales'),
  aggregation: [['count'], ['sum', shop.field('sales.amount')]],
  breakout: [shop.field('sales.kind')],
})

export const nesting: readonly Question[] = [
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
