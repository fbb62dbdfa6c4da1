import { id, personId, type Question, type Shop } from './question.ts'

const people = (shop: Shop, more: object = {}) => ({
  'source-table': shop.table('people'),
  alias: 'P',
  condition: ['=', personId(shop), shop.field('people.id', { 'join-alias': 'P' })],
  ...more,
})

export const joins: readonly Question[] = [
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
      mongo: [
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
