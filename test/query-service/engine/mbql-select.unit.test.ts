import { describe, expect, test } from '@jest/globals'
import { exportCaps } from '../../../query-service/engine/limits.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const field = (id: number, unit?: string) => [
  'field',
  id,
  unit === undefined ? null : { 'temporal-unit': unit },
]

const compile = (query: object, engine = 'postgres', options = {}) =>
  compileMbql({ 'source-table': orders.table, ...query }, shopCatalogue(engine), {
    maxRows: defaultCaps,
    ...options,
  })

const { total, quantity, status, createdAt, shippedOn, openedAt } = orders

const aggregations: readonly (readonly [unknown, string, string])[] = [
  [['count'], 'COUNT(*) AS "count"', 'COUNT(*) AS `count`'],
  [
    ['count', field(total)],
    'COUNT("orders"."total") AS "count"',
    'COUNT(`orders`.`total`) AS `count`',
  ],
  [['sum', field(total)], 'SUM("orders"."total") AS "sum"', 'SUM(`orders`.`total`) AS `sum`'],
  [['avg', field(total)], 'AVG("orders"."total") AS "avg"', 'AVG(`orders`.`total`) AS `avg`'],
  [
    ['avg', field(quantity)],
    'AVG("orders"."quantity") AS "avg"',
    'AVG(`orders`.`quantity` * 1e0) AS `avg`',
  ],
  [['min', field(status)], 'MIN("orders"."status") AS "min"', 'MIN(`orders`.`status`) AS `min`'],
  [['max', field(total)], 'MAX("orders"."total") AS "max"', 'MAX(`orders`.`total`) AS `max`'],
  [
    ['distinct', field(status)],
    'COUNT(DISTINCT "orders"."status") AS "count"',
    'COUNT(DISTINCT `orders`.`status`) AS `count`',
  ],
  [
    ['stddev', field(total)],
    'STDDEV_POP("orders"."total") AS "stddev"',
    'STDDEV_POP(`orders`.`total`) AS `stddev`',
  ],
  [
    ['aggregation-options', ['count'], { name: 'how "many"' }],
    'COUNT(*) AS "how ""many"""',
    'COUNT(*) AS `how "many"`',
  ],
]

test.each(aggregations)('aggregation %j', (aggregation, postgres, mysql) => {
  const query = { aggregation: [aggregation] }
  expect(compile(query).compiled.sql).toBe(`SELECT ${postgres} FROM "public"."orders"`)
  expect(compile(query, 'mysql').compiled.sql).toBe(`SELECT ${mysql} FROM \`orders\``)
})

test.each(['count', ['count'], [['count']], [['COUNT']]])('%j is one count', (aggregation) => {
  expect(compile({ aggregation }).compiled.sql).toContain('SELECT COUNT(*) AS "count" FROM')
})

describe('columns', () => {
  test('none asked for is all active ones, by position', () => {
    const names = compile({}).columns?.map(({ name }) => name)
    expect(names?.slice(0, 3)).toEqual(['id', 'status', 'total'])
    expect(names).toHaveLength(11)
    expect(names).not.toContain('secret_old')
  })

  test('the order asked for, repetitions once', () => {
    const { compiled } = compile({ fields: [field(total), 10, ['field-id', total]] })
    expect(compiled.sql).toBe(
      'SELECT "orders"."total" AS "total", "orders"."id" AS "id" FROM "public"."orders" LIMIT 2001',
    )
  })

  test('a field by its name', () => {
    const { columns, fields } = compile({
      fields: [['field', 'total', { 'base-type': 'type/Decimal' }]],
    })
    expect(fields).toEqual([total])
    expect(columns?.[0]?.field_ref).toEqual(['field', 'total', { 'base-type': 'type/Decimal' }])
  })

  test('legacy forms', () => {
    const { columns } = compile({
      fields: [
        ['datetime-field', ['field-id', createdAt], 'month'],
        ['datetime-field', ['field-literal', 'created_at', 'type/DateTime'], 'as', 'year'],
      ],
    })
    expect(columns?.map(({ unit, name }) => [name, unit])).toEqual([
      ['created_at', 'month'],
      ['created_at_2', 'year'],
    ])
  })
})

describe('breakouts and orders', () => {
  test('breakouts order the result after what was asked for', () => {
    const { compiled } = compile({
      aggregation: [['count'], ['sum', field(total)]],
      breakout: [field(status), field(quantity)],
      'order-by': [
        ['desc', ['aggregation', 1]],
        ['desc', field(quantity)],
      ],
    })
    expect(compiled.sql).toBe(
      'SELECT "orders"."status" AS "status", "orders"."quantity" AS "quantity", ' +
        'COUNT(*) AS "count", SUM("orders"."total") AS "sum" FROM "public"."orders" ' +
        'GROUP BY "orders"."status", "orders"."quantity" ' +
        'ORDER BY SUM("orders"."total") DESC, "orders"."quantity" DESC, "orders"."status" ASC',
    )
  })

  test('moments without a unit are grouped by day, times are not', () => {
    const { columns } = compile({
      breakout: [createdAt, shippedOn, openedAt, field(createdAt, 'default')],
    })
    expect(columns?.map(({ unit }) => unit)).toEqual(['day', 'day', undefined, 'default'])
  })

  test('a bare field in order-by is the breakout of that field', () => {
    const { compiled } = compile({
      aggregation: ['count'],
      breakout: [field(createdAt, 'month')],
      'order-by': ['desc', field(createdAt)],
    })
    expect(compiled.sql).toMatch(/ORDER BY date_trunc\('month', "orders"."created_at"\) DESC$/)
  })

  test('a breakout alone lists distinct values, and counts as bare rows', () => {
    const { compiled, aggregated } = compile({ breakout: [field(status)] })
    expect(aggregated).toBe(false)
    expect(compiled.sql).toBe(
      'SELECT "orders"."status" AS "status" FROM "public"."orders" ' +
        'GROUP BY "orders"."status" ORDER BY "orders"."status" ASC LIMIT 2001',
    )
  })

  test('an order given twice counts once', () => {
    const { compiled } = compile({
      fields: [field(orders.id)],
      'order-by': [
        ['asc', field(total)],
        ['desc', field(total)],
      ],
    })
    expect(compiled.sql).toContain('ORDER BY "orders"."total" ASC LIMIT')
  })
})

describe('limit and page', () => {
  const limitOf = (query: object, options = {}) =>
    /(?: LIMIT .*)?$/.exec(
      compile({ fields: [orders.id], ...query }, 'mysql', options).compiled.sql,
    )?.[0]

  test.each([
    ['bare rows: the cap, and one to know what it cut', {}, ' LIMIT 2001'],
    ['a smaller limit', { limit: 5 }, ' LIMIT 5'],
    ['a limit of nothing', { limit: 0 }, ' LIMIT 0'],
    ['a limit above the cap', { limit: 5000 }, ' LIMIT 2001'],
    ['a limit at the cap', { limit: 2000 }, ' LIMIT 2000'],
    ['the first page', { page: { page: 1, items: 10 } }, ' LIMIT 10'],
    ['the third page', { page: { page: 3, items: 10 } }, ' LIMIT 10 OFFSET 20'],
    ['a page above the cap', { page: { page: 2, items: 5000 } }, ' LIMIT 2001 OFFSET 5000'],
    ['groups', { aggregation: ['count'] }, ''],
    ['groups with a limit', { aggregation: ['count'], limit: 3 }, ' LIMIT 3'],
    [
      'groups with a limit above their cap',
      { aggregation: ['count'], limit: 20_000 },
      ' LIMIT 10001',
    ],
  ])('%s', (_, query, expected) => {
    expect(limitOf(query)).toBe(expected)
  })

  test('SQL to look at shows the cap', () => {
    expect(limitOf({}, { maxRows: exportCaps, forDisplay: true })).toBe(' LIMIT 1048575')
  })

  test('the answer knows whether the cap decides', () => {
    expect(compile({}).rowLimit).toEqual({ rows: 2000, cap: 2000 })
    expect(compile({ limit: 7 }).rowLimit).toEqual({ rows: 7 })
  })
})

test('every field a query reads is named, wherever it stands', () => {
  const { tables, fields } = compile({
    aggregation: [['max', field(total)]],
    breakout: [field(createdAt)],
    fields: [field(orders.views)],
    filter: ['not', ['contains', field(status), 'x']],
    'order-by': [['asc', field(createdAt, 'day')]],
  })
  expect(tables).toEqual([orders.table])
  expect(fields.toSorted()).toEqual([status, total, createdAt, orders.views].toSorted())
})

test('pretty: a clause and its parts per line', () => {
  const { shown } = compile({
    aggregation: ['count'],
    breakout: [field(status)],
    filter: ['and', ['>', field(total), 10], ['=', field(status), "it's"]],
  })
  expect(shown({ pretty: true })).toBe(`SELECT
  "orders"."status" AS "status",
  COUNT(*) AS "count"
FROM
  "public"."orders"
WHERE
  "orders"."total" > CAST(10 AS bigint)
  AND "orders"."status" = 'it''s'
GROUP BY
  "orders"."status"
ORDER BY
  "orders"."status" ASC`)
})

const expression = (value: unknown) =>
  compile({ expressions: { it: value }, fields: [['expression', 'it']] }).compiled.sql

test('a condition is a value, too, and so is today', () => {
  expect(expression(['>', field(total), 10])).toContain(
    'CASE WHEN "orders"."total" > CAST($1 AS bigint) THEN CAST($2 AS boolean) ELSE CAST($3 AS boolean) END AS "it"',
  )
  expect(expression(['today'])).toContain('CAST(now() AS date) AS "it"')
})

test('the usual way to read a text may be said', () => {
  const usual = expression(['datetime', field(status)])
  expect(expression(['datetime', field(status), { mode: 'iso' }])).toBe(usual)
})
