import { describe, expect, test } from '@jest/globals'
import { openCollections } from '../../../support/pipeline-shop.ts'
import { field, filters } from '../../../support/questions/orders.ts'
import { units } from '../../../support/questions/units.ts'

const int = ['int', 'type/Integer'] as const
const text = ['string', 'type/Text'] as const
const date = ['date', 'type/DateTimeWithLocalTZ'] as const
const at = (moment: string) => new Date(`${moment}Z`)

/** The orders of the SQL engines, row by row; what is null may be missing. */
const orders = [
  {
    id: 1,
    status: 'new',
    total: 10.5,
    quantity: 1,
    created_at: at('2024-02-29T00:00:00'),
    shipped_on: at('2024-02-29T00:00:00'),
    paid: true,
    opened_at: '08:30:00',
    views: 9_007_199_254_740_991,
    loaded_at: at('2024-02-29T23:30:00'),
    score: 0.5,
  },
  {
    id: 2,
    status: 'New',
    total: 20,
    quantity: 2,
    created_at: at('2024-02-29T23:59:59.999'),
    shipped_on: at('2024-03-01T00:00:00'),
    paid: false,
    opened_at: '09:15:30',
    views: 2,
    loaded_at: at('2024-03-01T00:30:00'),
    score: 1.5,
  },
  { id: 3, status: null, quantity: 3, created_at: at('2024-03-01T00:00:00') },
  {
    id: 4,
    status: '',
    total: 0,
    quantity: 4,
    created_at: at('2024-03-02T12:00:00'),
    shipped_on: at('2024-03-03T00:00:00'),
    paid: true,
    opened_at: '23:59:59',
    views: 4,
    loaded_at: at('2024-03-02T12:00:00'),
    score: 2.5,
  },
  {
    id: 5,
    status: '10%_off!',
    total: -5.25,
    quantity: null,
    shipped_on: at('2023-01-01T00:00:00'),
    paid: false,
    opened_at: '00:00:00',
    views: 5,
    loaded_at: at('2023-01-01T00:00:00'),
    score: -1,
  },
  {
    id: 6,
    status: 'paid',
    total: 10.5,
    quantity: 6,
    created_at: at('2024-12-31T12:00:00'),
    shipped_on: at('2024-12-31T00:00:00'),
    paid: true,
    opened_at: '12:00:00',
    views: 6,
    loaded_at: at('2024-12-31T12:00:00'),
    score: 3,
  },
  {
    id: 7,
    status: 'naïve',
    total: 99.99,
    quantity: 7,
    created_at: at('2022-01-01T00:00:01'),
    shipped_on: at('2022-01-01T00:00:00'),
    opened_at: '12:00:00',
    views: 7,
    loaded_at: at('2022-01-01T00:00:01'),
    score: 1e3,
  },
]

const { lab, table } = openCollections(
  {
    orders: {
      id: int,
      status: text,
      total: ['decimal', 'type/Decimal'],
      quantity: int,
      created_at: date,
      shipped_on: date,
      paid: ['bool', 'type/Boolean'],
      opened_at: text,
      views: ['long', 'type/BigInteger'],
      loaded_at: date,
      score: ['double', 'type/Float'],
    },
    moments: { id: int, at: date },
  },
  {
    orders,
    moments: [
      { id: 1, at: at('2024-02-29T13:45:56.789') },
      { id: 2, at: at('2022-01-01T00:00:00') },
    ],
  },
)

/** There are no times of day here, and the numbers of this process go no further than 2^53. */
const without = new Set(['an hour', '= beyond 2^53', 'not beyond 2^53'])

describe('orders as documents', () => {
  test.each(filters.filter(([name]) => !without.has(name)))('filter: %s', async (...asked) => {
    const [, filter, expected] = asked
    const answer = await lab.ask({
      'source-table': table('orders'),
      fields: [field('id')],
      filter,
      'order-by': [['asc', field('id')]],
    })
    const ids = 'mongo' in expected ? expected.mongo : expected
    expect(answer.map(([id]) => id)).toEqual(ids)
  })

  const buckets = (unit: string, options: object = {}) =>
    lab.ask(
      {
        'source-table': table('moments'),
        aggregation: ['count'],
        breakout: [field('id'), field('at', unit)],
      },
      options,
    )

  test.each(units)('%s', async (unit, first, second) => {
    expect(await buckets(unit)).toEqual([
      [1, first, 1],
      [2, second, 1],
    ])
  })

  test.each([
    ['monday', '2024-02-26T00:00:00Z', 4],
    ['saturday', '2024-02-24T00:00:00Z', 6],
    ['thursday', '2024-02-29T00:00:00Z', 1],
  ] as const)('weeks that start on a %s', async (weekStart, week, day) => {
    expect((await buckets('week', { weekStart }))[0]).toEqual([1, week, 1])
    expect((await buckets('day-of-week', { weekStart }))[0]).toEqual([1, day, 1])
  })
})
