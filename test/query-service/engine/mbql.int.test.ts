import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JsonRow } from '../../../query-service/engine/shape/rows.ts'
import { type EngineLab, type LabEngine, labEngines, openLab } from '../../support/engine-lab.ts'
import {
  createdAt,
  field,
  filters,
  quantity,
  status,
  total,
} from '../../support/questions/orders.ts'
import { units } from '../../support/questions/units.ts'

const standardTypes = `id integer primary key, status text, total numeric(10, 2), quantity integer,
  created_at timestamp(6), shipped_on date, paid boolean, opened_at time, views bigint,
  loaded_at timestamp with time zone, score double precision`

const columnTypes: { readonly [E in LabEngine]: string } = {
  postgres: standardTypes,
  h2: standardTypes,
  mysql: `id integer primary key, status varchar(50), total decimal(10, 2), quantity integer,
    created_at datetime(6), shipped_on date, paid bit(1), opened_at time, views bigint,
    loaded_at timestamp null, score double`,
}

/** Small enough to know every answer by heart. */
const rows = [
  `1, 'new',      10.50, 1,    '2024-02-29 00:00:00',        '2024-02-29', true,  '08:30:00', 9007199254740993, '2024-02-29 23:30:00', 0.5`,
  `2, 'New',      20.00, 2,    '2024-02-29 23:59:59.999999', '2024-03-01', false, '09:15:30', 2,    '2024-03-01 00:30:00', 1.5`,
  `3, null,       null,  3,    '2024-03-01 00:00:00',        null,         null,  null,       null, null,                  null`,
  `4, '',         0.00,  4,    '2024-03-02 12:00:00',        '2024-03-03', true,  '23:59:59', 4,    '2024-03-02 12:00:00', 2.5`,
  `5, '10%_off!', -5.25, null, null,                         '2023-01-01', false, '00:00:00', 5,    '2023-01-01 00:00:00', -1`,
  `6, 'paid',     10.50, 6,    '2024-12-31 12:00:00',        '2024-12-31', true,  '12:00:00', 6,    '2024-12-31 12:00:00', 3`,
  `7, 'naïve',    99.99, 7,    '2022-01-01 00:00:01',        '2022-01-01', null,  '12:00:00', 7,    '2022-01-01 00:00:01', 1e3`,
]

type Question = readonly [string, object, readonly JsonRow[]]

const questions: readonly Question[] = [
  [
    'all aggregations over all rows',
    {
      aggregation: [
        ['count'],
        ['count', total],
        ['sum', total],
        ['min', total],
        ['max', total],
        ['distinct', total],
        ['sum', quantity],
        ['max', createdAt],
      ],
    },
    [[7, 6, 135.74, -5.25, 99.99, 5, 23, '2024-12-31T12:00:00Z']],
  ],
  [
    'averages of integers are not integers, deviations are of the population',
    {
      aggregation: [
        ['avg', quantity],
        ['stddev', quantity],
      ],
      filter: ['<', quantity, 3],
    },
    [[1.5, 0.5]],
  ],
  [
    'aggregations over nothing',
    { aggregation: [['count'], ['sum', total], ['avg', total]], filter: ['in', status, []] },
    [[0, null, null]],
  ],
  [
    'groups, ordered by an aggregation and then by the breakout',
    {
      aggregation: ['count'],
      breakout: [field('created_at', 'year')],
      filter: ['not-null', createdAt],
      'order-by': [['desc', ['aggregation', 0]]],
    },
    [
      ['2024-01-01T00:00:00Z', 5],
      ['2022-01-01T00:00:00Z', 1],
    ],
  ],
  [
    'date-times are grouped by day of themselves',
    { aggregation: ['count'], breakout: [createdAt], filter: ['<', createdAt, '2024-03-02'] },
    [
      ['2022-01-01T00:00:00Z', 1],
      ['2024-02-29T00:00:00Z', 2],
      ['2024-03-01T00:00:00Z', 1],
    ],
  ],
  [
    'rows without a value are a group',
    {
      aggregation: ['count'],
      breakout: [field('paid')],
      'order-by': ['desc', ['aggregation', 0]],
      filter: ['!=', field('paid'), false],
    },
    [
      [true, 3],
      [null, 2],
    ],
  ],
  [
    'a breakout alone lists values once',
    { breakout: [total], filter: ['>', total, 5] },
    [[10.5], [20], [99.99]],
  ],
  [
    'order, limit, page',
    { fields: [field('id')], 'order-by': [['desc', field('id')]], page: { page: 2, items: 3 } },
    [[4], [3], [2]],
  ],
  ['a limit of nothing', { fields: [field('id')], limit: 0 }, []],
  [
    'values of every type',
    {
      fields: ['views', 'shipped_on', 'paid', 'opened_at', 'loaded_at', 'score', 'total'].map(
        (it) => field(it),
      ),
      filter: ['=', field('id'), 1],
    },
    [
      [
        '9007199254740993',
        '2024-02-29T00:00:00Z',
        true,
        '08:30:00Z',
        '2024-02-29T23:30:00Z',
        0.5,
        10.5,
      ],
    ],
  ],
  [
    'aggregations of buckets',
    {
      aggregation: [
        ['distinct', field('created_at', 'month')],
        ['max', field('shipped_on', 'week')],
      ],
    },
    [[4, '2024-12-29T00:00:00Z']],
  ],
]

const momentColumns: { readonly [E in LabEngine]: string } = {
  postgres: 'id integer, at timestamp(6), loaded timestamptz, on_day date, of_day time(6)',
  mysql: 'id integer, at datetime(6), loaded timestamp(6) null, on_day date, of_day time(6)',
  h2: 'id integer, at timestamp(6), loaded timestamp with time zone, on_day date, of_day time(6)',
}

const utc: { readonly [E in LabEngine]: string } = {
  postgres: `set timezone = 'UTC'`,
  mysql: `set time_zone = '+00:00'`,
  h2: `set time zone 'UTC'`,
}

describe.each(labEngines)('structured queries on %s', (engine) => {
  let lab: EngineLab
  let orders: number
  let moments: number

  beforeAll(async () => {
    lab = await openLab(engine)
    await lab.run(
      utc[engine],
      `create table orders (${columnTypes[engine]})`,
      ...rows.map((row) => `insert into orders values (${row})`),
      `create table moments (${momentColumns[engine]})`,
      `insert into moments values
        (1, '2024-02-29 13:45:56.789123', '2024-02-29 13:45:56.789123', '2024-02-29', '13:45:56.789123'),
        (2, '2022-01-01 00:00:00', '2022-01-01 00:00:00', '2022-01-01', '00:00:00'),
        (3, '2024-03-10 07:30:00', '2024-03-10 07:30:00', '2024-03-10', '23:59:59.999999')`,
    )
    const catalogue = await lab.catalogue()
    const idOf = (name: string) => [1, 2].find((id) => catalogue.table(id)?.name === name) ?? 0
    orders = idOf('orders')
    moments = idOf('moments')
  })
  afterAll(() => lab.close())

  test.each(filters)('filter: %s', async (_, filter, expected) => {
    const answer = await lab.ask({
      'source-table': orders,
      fields: [field('id')],
      filter,
      'order-by': [['asc', field('id')]],
    })
    const ids = Array.isArray(expected) ? expected : Object(expected)[engine]
    expect(answer.map(([id]) => id)).toEqual(ids)
  })

  test.each(questions)('%s', async (_, query, expected) => {
    expect(await lab.ask({ 'source-table': orders, ...query })).toEqual(expected)
  })

  test('no fields asked for: all of them, in the order of the table', async () => {
    const [first] = await lab.ask({ 'source-table': orders, filter: ['=', field('id'), 6] })
    expect(first).toHaveLength(11)
    expect(first?.slice(0, 4)).toEqual([6, 'paid', 10.5, 6])
  })

  const buckets = (column: string, unit: string, options: object = {}) =>
    lab.ask(
      {
        'source-table': moments,
        aggregation: ['count'],
        breakout: [field('id'), field(column, unit)],
        filter: ['<', field('id'), 3],
      },
      options,
    )

  test.each(units)('%s of a date-time', async (unit, first, second) => {
    const expected = [
      [1, first, 1],
      [2, second, 1],
    ]
    expect(await buckets('at', unit)).toEqual(expected)
    expect(await buckets('loaded', unit)).toEqual(expected)
  })

  test.each(units.filter(([unit]) => !/second|minute|hour/.test(unit)))(
    '%s of a date',
    async (unit, first, second) => {
      expect(await buckets('on_day', unit)).toEqual([
        [1, first, 1],
        [2, second, 1],
      ])
    },
  )

  test.each([
    ['millisecond', '13:45:56.789Z'],
    ['second', '13:45:56Z'],
    ['minute', '13:45:00Z'],
    ['hour', '13:00:00Z'],
    ['minute-of-hour', 45],
    ['hour-of-day', 13],
  ])('%s of a time', async (unit, first) => {
    expect((await buckets('of_day', unit))[0]).toEqual([1, first, 1])
  })

  test.each([
    ['monday', '2024-02-26T00:00:00Z', 4],
    ['saturday', '2024-02-24T00:00:00Z', 6],
    ['thursday', '2024-02-29T00:00:00Z', 1],
  ] as const)('weeks that start on a %s', async (weekStart, week, day) => {
    expect((await buckets('at', 'week', { weekStart }))[0]).toEqual([1, week, 1])
    expect((await buckets('on_day', 'week', { weekStart }))[0]).toEqual([1, week, 1])
    expect((await buckets('at', 'day-of-week', { weekStart }))[0]).toEqual([1, day, 1])
  })

  test('instants are cut in the time zone of the session', async () => {
    const query = {
      'source-table': moments,
      breakout: [field('loaded', 'day')],
      filter: ['=', field('id'), 2],
    }
    expect(await lab.ask(query, { timeZone: 'Etc/GMT+5' })).toEqual([['2021-12-31T00:00:00-05:00']])
  })

  test('date-times are moved from a zone to another, and nothing stays nothing', async () => {
    const query = {
      'source-table': orders,
      expressions: { there: ['convert-timezone', createdAt, '+03:00', '+01:00'] },
      fields: [['expression', 'there']],
      filter: ['in', field('id'), [1, 5]],
      'order-by': [['asc', field('id')]],
    }
    expect(await lab.ask(query)).toEqual([['2024-02-29T02:00:00Z'], [null]])
  })

  test('values in quantity: 10 000 in one list', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => index)
    expect(
      await lab.ask({
        'source-table': orders,
        aggregation: ['count'],
        filter: ['=', quantity, ...values],
      }),
    ).toEqual([[6]])
  })

  test('names no identifier of the engine could have still answer', async () => {
    for (const name of ['x'.repeat(300), '😀 ', 'a\tb', '`"\'', 'select'])
      expect(
        await lab.ask({
          'source-table': orders,
          aggregation: [['aggregation-options', ['count'], { name }]],
        }),
      ).toEqual([[7]])
  })
})
