import { describe, expect, test } from '@jest/globals'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import type { BoundValue } from '../../../shared/ports/engine-driver.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const field = (id: number, unit?: string) => [
  'field',
  id,
  unit === undefined ? null : { 'temporal-unit': unit },
]

type Case = {
  readonly name: string
  readonly filter: unknown
  /** What stands between WHERE and LIMIT, by dialect. */
  readonly postgres: string
  readonly mysql: string
  readonly parameters: readonly BoundValue[]
}

const cases: readonly Case[] = [
  {
    name: '= with one value',
    filter: ['=', field(orders.status), 'new'],
    postgres: '"orders"."status" = $1',
    mysql: '`orders`.`status` = ?',
    parameters: ['new'],
  },
  {
    name: '= with many values',
    filter: ['=', field(orders.status), 'new', 'paid'],
    postgres: '"orders"."status" IN ($1, $2)',
    mysql: '`orders`.`status` IN (?, ?)',
    parameters: ['new', 'paid'],
  },
  {
    name: '= with null',
    filter: ['=', field(orders.status), null],
    postgres: '"orders"."status" IS NULL',
    mysql: '`orders`.`status` IS NULL',
    parameters: [],
  },
  {
    name: '= with null among values',
    filter: ['=', field(orders.status), 'new', null],
    postgres: '"orders"."status" = $1 OR "orders"."status" IS NULL',
    mysql: '`orders`.`status` = ? OR `orders`.`status` IS NULL',
    parameters: ['new'],
  },
  {
    name: '= with an empty list',
    filter: ['=', field(orders.status), []],
    postgres: '1 = 0',
    mysql: '1 = 0',
    parameters: [],
  },
  {
    name: 'in',
    filter: ['in', field(orders.status), ['new', 'paid']],
    postgres: '"orders"."status" IN ($1, $2)',
    mysql: '`orders`.`status` IN (?, ?)',
    parameters: ['new', 'paid'],
  },
  {
    name: 'in an empty list',
    filter: ['in', field(orders.status), []],
    postgres: '1 = 0',
    mysql: '1 = 0',
    parameters: [],
  },
  {
    name: '!= keeps nulls',
    filter: ['!=', field(orders.status), 'new'],
    postgres: '"orders"."status" <> $1 OR "orders"."status" IS NULL',
    mysql: '`orders`.`status` <> ? OR `orders`.`status` IS NULL',
    parameters: ['new'],
  },
  {
    name: '!= with many values',
    filter: ['!=', field(orders.status), 'new', 'paid'],
    postgres: '"orders"."status" NOT IN ($1, $2) OR "orders"."status" IS NULL',
    mysql: '`orders`.`status` NOT IN (?, ?) OR `orders`.`status` IS NULL',
    parameters: ['new', 'paid'],
  },
  {
    name: '!= with null',
    filter: ['!=', field(orders.status), null],
    postgres: '"orders"."status" IS NOT NULL',
    mysql: '`orders`.`status` IS NOT NULL',
    parameters: [],
  },
  {
    name: '!= with null among values',
    filter: ['!=', field(orders.status), 'new', null],
    postgres: '"orders"."status" <> $1 AND "orders"."status" IS NOT NULL',
    mysql: '`orders`.`status` <> ? AND `orders`.`status` IS NOT NULL',
    parameters: ['new'],
  },
  {
    name: 'not-in',
    filter: ['not-in', field(orders.quantity), 1, 2],
    postgres:
      '"orders"."quantity" NOT IN (CAST($1 AS bigint), CAST($2 AS bigint)) OR "orders"."quantity" IS NULL',
    mysql: '`orders`.`quantity` NOT IN (?, ?) OR `orders`.`quantity` IS NULL',
    parameters: [1, 2],
  },
  {
    name: 'another field',
    filter: ['>', field(orders.total), field(orders.discount)],
    postgres: '"orders"."total" > "orders"."discount"',
    mysql: '`orders`.`total` > `orders`.`discount`',
    parameters: [],
  },
  {
    name: '<',
    filter: ['<', field(orders.quantity), 5],
    postgres: '"orders"."quantity" < CAST($1 AS bigint)',
    mysql: '`orders`.`quantity` < ?',
    parameters: [5],
  },
  {
    name: '<=',
    filter: ['<=', field(orders.discount), 0.5],
    postgres: '"orders"."discount" <= CAST($1 AS double precision)',
    mysql: '`orders`.`discount` <= ?',
    parameters: [0.5],
  },
  {
    name: '> with a decimal',
    filter: ['>', field(orders.total), 10.5],
    postgres: '"orders"."total" > CAST($1 AS numeric)',
    mysql: '`orders`.`total` > CAST(? AS DECIMAL(65, 30))',
    parameters: ['10.5'],
  },
  {
    name: '>= with a big integer as text',
    filter: ['>=', field(orders.views), '9007199254740993'],
    postgres: '"orders"."views" >= CAST($1 AS bigint)',
    mysql: '`orders`.`views` >= CAST(? AS SIGNED)',
    parameters: ['9007199254740993'],
  },
  {
    name: 'beyond 64 bits',
    filter: ['<', field(orders.views), '18446744073709551616'],
    postgres: '"orders"."views" < CAST($1 AS numeric)',
    mysql: '`orders`.`views` < CAST(? AS DECIMAL(65, 30))',
    parameters: ['18446744073709551616'],
  },
  {
    name: 'a fraction beside integers',
    filter: ['<', field(orders.quantity), 1.5],
    postgres: '"orders"."quantity" < CAST($1 AS numeric)',
    mysql: '`orders`.`quantity` < CAST(? AS DECIMAL(65, 30))',
    parameters: ['1.5'],
  },
  {
    name: 'a number beside text',
    filter: ['=', field(orders.status), 5],
    postgres: '"orders"."status" = $1',
    mysql: '`orders`.`status` = ?',
    parameters: ['5'],
  },
  {
    name: 'a boolean',
    filter: ['=', field(orders.paid), true],
    postgres: '"orders"."paid" = CAST($1 AS boolean)',
    mysql: '`orders`.`paid` = ?',
    parameters: [true],
  },
  {
    name: 'between',
    filter: ['between', field(orders.quantity), 1, 5],
    postgres: '"orders"."quantity" BETWEEN CAST($1 AS bigint) AND CAST($2 AS bigint)',
    mysql: '`orders`.`quantity` BETWEEN ? AND ?',
    parameters: [1, 5],
  },
  {
    name: 'not between',
    filter: ['not', ['between', field(orders.quantity), 1, 5]],
    postgres:
      '"orders"."quantity" < CAST($1 AS bigint) OR "orders"."quantity" > CAST($2 AS bigint)',
    mysql: '`orders`.`quantity` < ? OR `orders`.`quantity` > ?',
    parameters: [1, 5],
  },
  {
    name: 'starts-with',
    filter: ['starts-with', field(orders.status), 'n%w_!'],
    postgres: `"orders"."status" LIKE $1 ESCAPE '!'`,
    mysql: "CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!'",
    parameters: ['n!%w!_!!%'],
  },
  {
    name: 'ends-with',
    filter: ['ends-with', field(orders.status), 'w'],
    postgres: `"orders"."status" LIKE $1 ESCAPE '!'`,
    mysql: "CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!'",
    parameters: ['%w'],
  },
  {
    name: 'contains, any case',
    filter: ['contains', field(orders.status), 'E', { 'case-sensitive': false }],
    postgres: `"orders"."status" ILIKE $1 ESCAPE '!'`,
    mysql:
      "LOWER(CONVERT(`orders`.`status` USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(?) ESCAPE '!'",
    parameters: ['%E%'],
  },
  {
    name: 'contains one of many, options first',
    filter: ['contains', { 'case-sensitive': true }, field(orders.status), 'a', 'b'],
    postgres: `"orders"."status" LIKE $1 ESCAPE '!' OR "orders"."status" LIKE $2 ESCAPE '!'`,
    mysql:
      "CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!' OR CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!'",
    parameters: ['%a%', '%b%'],
  },
  {
    name: 'does-not-contain keeps nulls',
    filter: ['does-not-contain', field(orders.status), 'x'],
    postgres: `NOT ("orders"."status" LIKE $1 ESCAPE '!') OR "orders"."status" IS NULL`,
    mysql:
      "NOT (CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!') OR `orders`.`status` IS NULL",
    parameters: ['%x%'],
  },
  {
    name: 'not contains, many',
    filter: ['not', ['contains', {}, field(orders.status), 'x', 'y']],
    postgres: `(NOT ("orders"."status" LIKE $1 ESCAPE '!') AND NOT ("orders"."status" LIKE $2 ESCAPE '!')) OR "orders"."status" IS NULL`,
    mysql:
      "(NOT (CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!') AND NOT (CONVERT(`orders`.`status` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!')) OR `orders`.`status` IS NULL",
    parameters: ['%x%', '%y%'],
  },
  {
    name: 'a text search in numbers',
    filter: ['contains', field(orders.quantity), '1'],
    postgres: `CAST("orders"."quantity" AS text) LIKE $1 ESCAPE '!'`,
    mysql: "CONVERT(`orders`.`quantity` USING utf8mb4) COLLATE utf8mb4_bin LIKE ? ESCAPE '!'",
    parameters: ['%1%'],
  },
  {
    name: 'is-null',
    filter: ['is-null', field(orders.status)],
    postgres: '"orders"."status" IS NULL',
    mysql: '`orders`.`status` IS NULL',
    parameters: [],
  },
  {
    name: 'not-null',
    filter: ['not-null', field(orders.total)],
    postgres: '"orders"."total" IS NOT NULL',
    mysql: '`orders`.`total` IS NOT NULL',
    parameters: [],
  },
  {
    name: 'is-empty of text',
    filter: ['is-empty', field(orders.status)],
    postgres: '"orders"."status" IS NULL OR "orders"."status" = $1',
    mysql: '`orders`.`status` IS NULL OR `orders`.`status` = ?',
    parameters: [''],
  },
  {
    name: 'is-empty of numbers',
    filter: ['is-empty', field(orders.total)],
    postgres: '"orders"."total" IS NULL',
    mysql: '`orders`.`total` IS NULL',
    parameters: [],
  },
  {
    name: 'not-empty of text',
    filter: ['not-empty', field(orders.status)],
    postgres: '"orders"."status" IS NOT NULL AND "orders"."status" <> $1',
    mysql: '`orders`.`status` IS NOT NULL AND `orders`.`status` <> ?',
    parameters: [''],
  },
  {
    name: 'and, or',
    filter: [
      'and',
      ['=', field(orders.quantity), 1],
      ['or', ['is-null', field(orders.total)], ['<', field(orders.total), 1]],
    ],
    postgres:
      '"orders"."quantity" = CAST($1 AS bigint) AND ("orders"."total" IS NULL OR "orders"."total" < CAST($2 AS bigint))',
    mysql: '`orders`.`quantity` = ? AND (`orders`.`total` IS NULL OR `orders`.`total` < ?)',
    parameters: [1, 1],
  },
  {
    name: 'not over and',
    filter: ['not', ['and', ['=', field(orders.quantity), 1], ['<', field(orders.total), 1]]],
    postgres:
      '"orders"."quantity" <> CAST($1 AS bigint) OR "orders"."quantity" IS NULL OR "orders"."total" >= CAST($2 AS bigint)',
    mysql: '`orders`.`quantity` <> ? OR `orders`.`quantity` IS NULL OR `orders`.`total` >= ?',
    parameters: [1, 1],
  },
  {
    name: 'not not',
    filter: ['not', ['not', ['=', field(orders.quantity), 1]]],
    postgres: '"orders"."quantity" = CAST($1 AS bigint)',
    mysql: '`orders`.`quantity` = ?',
    parameters: [1],
  },
  {
    name: 'nested and is one',
    filter: [
      'and',
      ['and', ['=', field(orders.quantity), 1], ['=', field(orders.paid), false]],
      null,
      ['not-null', field(orders.total)],
    ],
    postgres:
      '"orders"."quantity" = CAST($1 AS bigint) AND "orders"."paid" = CAST($2 AS boolean) AND "orders"."total" IS NOT NULL',
    mysql: '`orders`.`quantity` = ? AND `orders`.`paid` = ? AND `orders`.`total` IS NOT NULL',
    parameters: [1, false],
  },
  {
    name: 'a date beside a date-time is its day',
    filter: ['=', field(orders.createdAt), '2024-02-29'],
    postgres:
      '"orders"."created_at" >= CAST($1 AS timestamp) AND "orders"."created_at" < CAST($2 AS timestamp)',
    mysql:
      '`orders`.`created_at` >= CAST(? AS DATETIME(6)) AND `orders`.`created_at` < CAST(? AS DATETIME(6))',
    parameters: ['2024-02-29 00:00:00', '2024-03-01 00:00:00'],
  },
  {
    name: 'not that day',
    filter: ['!=', field(orders.createdAt), '2024-02-29'],
    postgres:
      '"orders"."created_at" < CAST($1 AS timestamp) OR "orders"."created_at" >= CAST($2 AS timestamp) OR "orders"."created_at" IS NULL',
    mysql:
      '`orders`.`created_at` < CAST(? AS DATETIME(6)) OR `orders`.`created_at` >= CAST(? AS DATETIME(6)) OR `orders`.`created_at` IS NULL',
    parameters: ['2024-02-29 00:00:00', '2024-03-01 00:00:00'],
  },
  {
    name: 'up to and with a day',
    filter: ['<=', field(orders.createdAt), '2024-02-29'],
    postgres: '"orders"."created_at" < CAST($1 AS timestamp)',
    mysql: '`orders`.`created_at` < CAST(? AS DATETIME(6))',
    parameters: ['2024-03-01 00:00:00'],
  },
  {
    name: 'after a day',
    filter: ['>', field(orders.createdAt), '2024-12-31'],
    postgres: '"orders"."created_at" >= CAST($1 AS timestamp)',
    mysql: '`orders`.`created_at` >= CAST(? AS DATETIME(6))',
    parameters: ['2025-01-01 00:00:00'],
  },
  {
    name: 'between days',
    filter: ['between', field(orders.createdAt), '2024-01-01', '2024-01-31'],
    postgres:
      '"orders"."created_at" >= CAST($1 AS timestamp) AND "orders"."created_at" < CAST($2 AS timestamp)',
    mysql:
      '`orders`.`created_at` >= CAST(? AS DATETIME(6)) AND `orders`.`created_at` < CAST(? AS DATETIME(6))',
    parameters: ['2024-01-01 00:00:00', '2024-02-01 00:00:00'],
  },
  {
    name: 'several days',
    filter: ['=', field(orders.createdAt), '2024-01-01', '2024-03-01'],
    postgres:
      '("orders"."created_at" >= CAST($1 AS timestamp) AND "orders"."created_at" < CAST($2 AS timestamp)) OR ("orders"."created_at" >= CAST($3 AS timestamp) AND "orders"."created_at" < CAST($4 AS timestamp))',
    mysql:
      '(`orders`.`created_at` >= CAST(? AS DATETIME(6)) AND `orders`.`created_at` < CAST(? AS DATETIME(6))) OR (`orders`.`created_at` >= CAST(? AS DATETIME(6)) AND `orders`.`created_at` < CAST(? AS DATETIME(6)))',
    parameters: [
      '2024-01-01 00:00:00',
      '2024-01-02 00:00:00',
      '2024-03-01 00:00:00',
      '2024-03-02 00:00:00',
    ],
  },
  {
    name: 'a date-time is exact',
    filter: ['>=', field(orders.createdAt), '2024-02-29T10:30'],
    postgres: '"orders"."created_at" >= CAST($1 AS timestamp)',
    mysql: '`orders`.`created_at` >= CAST(? AS DATETIME(6))',
    parameters: ['2024-02-29 10:30:00'],
  },
  {
    name: 'one date-time makes both exact',
    filter: ['between', field(orders.createdAt), '2024-01-01', '2024-01-31T12:00:00.5'],
    postgres: '"orders"."created_at" BETWEEN CAST($1 AS date) AND CAST($2 AS timestamp)',
    mysql: '`orders`.`created_at` BETWEEN CAST(? AS DATE) AND CAST(? AS DATETIME(6))',
    parameters: ['2024-01-01', '2024-01-31 12:00:00.5'],
  },
  {
    name: 'a date beside dates',
    filter: ['=', field(orders.shippedOn), '2024-02-29'],
    postgres: '"orders"."shipped_on" = CAST($1 AS date)',
    mysql: '`orders`.`shipped_on` = CAST(? AS DATE)',
    parameters: ['2024-02-29'],
  },
  {
    name: 'a bucket and any day in it',
    filter: ['=', field(orders.createdAt, 'month'), '2024-02-15'],
    postgres:
      '"orders"."created_at" >= CAST($1 AS timestamp) AND "orders"."created_at" < CAST($2 AS timestamp)',
    mysql:
      '`orders`.`created_at` >= CAST(? AS DATETIME(6)) AND `orders`.`created_at` < CAST(? AS DATETIME(6))',
    parameters: ['2024-02-01 00:00:00', '2024-03-01 00:00:00'],
  },
  {
    name: 'a week of dates',
    filter: ['<', field(orders.shippedOn, 'week'), '2024-02-29'],
    postgres: '"orders"."shipped_on" < CAST($1 AS date)',
    mysql: '`orders`.`shipped_on` < CAST(? AS DATE)',
    parameters: ['2024-02-25'],
  },
  {
    name: 'an instant with its offset',
    filter: ['>', field(orders.loadedAt), '2024-02-29T10:00:00+02:00'],
    postgres: `"orders"."loaded_at" > CAST($1 AS timestamp) AT TIME ZONE 'UTC'`,
    mysql:
      "`orders`.`loaded_at` > CONVERT_TZ(CAST(? AS DATETIME(6)), '+00:00', @@session.time_zone)",
    parameters: ['2024-02-29 08:00:00'],
  },
  {
    name: 'a bucket and an instant',
    filter: ['=', field(orders.loadedAt, 'day'), '2024-02-29T23:00:00Z'],
    postgres: `date_trunc('day', "orders"."loaded_at") = date_trunc('day', CAST($1 AS timestamp) AT TIME ZONE 'UTC')`,
    mysql:
      "CAST(DATE(`orders`.`loaded_at`) AS DATETIME) = CAST(DATE(CONVERT_TZ(CAST(? AS DATETIME(6)), '+00:00', @@session.time_zone)) AS DATETIME)",
    parameters: ['2024-02-29 23:00:00'],
  },
  {
    name: 'a time of day',
    filter: ['<', field(orders.openedAt), '08:30'],
    postgres: '"orders"."opened_at" < CAST($1 AS time)',
    mysql: '`orders`.`opened_at` < CAST(? AS TIME(6))',
    parameters: ['08:30:00'],
  },
  {
    name: 'a time of day as it is answered, with the offset of the answer',
    filter: ['=', field(orders.openedAt), '10:20:30.5Z', '10:20+02:00'],
    postgres: '"orders"."opened_at" IN (CAST($1 AS time), CAST($2 AS time))',
    mysql: '`orders`.`opened_at` IN (CAST(? AS TIME(6)), CAST(? AS TIME(6)))',
    parameters: ['10:20:30.5', '10:20:00'],
  },
  {
    name: 'an extracted part',
    filter: ['=', field(orders.createdAt, 'month-of-year'), 2],
    postgres: 'CAST(extract(month FROM "orders"."created_at") AS integer) = CAST($1 AS bigint)',
    mysql: 'MONTH(`orders`.`created_at`) = ?',
    parameters: [2],
  },
  {
    name: 'a default unit is no bucket',
    filter: ['=', field(orders.createdAt, 'default'), '2024-02-29'],
    postgres: '"orders"."created_at" = CAST($1 AS date)',
    mysql: '`orders`.`created_at` = CAST(? AS DATE)',
    parameters: ['2024-02-29'],
  },
]

const compile = (engine: string, filter: unknown) =>
  compileMbql(
    { 'source-table': orders.table, fields: [field(orders.id)], filter },
    shopCatalogue(engine),
    { maxRows: defaultCaps },
  ).compiled

describe.each(['postgres', 'mysql'] as const)('filters in %s', (engine) => {
  test.each(cases)('$name', ({ filter, parameters, [engine]: condition }) => {
    const { sql, parameters: bound } = compile(engine, filter)
    expect(sql.slice(sql.indexOf(' WHERE ') + 7, sql.lastIndexOf(' LIMIT '))).toBe(condition)
    expect(bound).toEqual(parameters)
  })

  test.each([null, undefined, []])('%j is no filter', (filter) => {
    expect(compile(engine, filter).sql).not.toContain('WHERE')
  })

  test('heads and options are read in any spelling', () => {
    const spelled = ['DOES_NOT_CONTAIN', ['FIELD-ID', orders.status], 'x', { CASE_SENSITIVE: true }]
    const plain = ['does-not-contain', field(orders.status), 'x']
    expect(compile(engine, spelled)).toEqual(compile(engine, plain))
  })
})
