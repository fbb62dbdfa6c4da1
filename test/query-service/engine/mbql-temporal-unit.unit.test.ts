import { describe, expect, test } from '@jest/globals'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

type Column = 'createdAt' | 'shippedOn' | 'openedAt'

/** Column, unit, and the expression in each dialect; weeks start on Sunday. */
const cases: readonly (readonly [Column, string, string, string])[] = [
  [
    'createdAt',
    'millisecond',
    `date_trunc('milliseconds', "orders"."created_at")`,
    '`orders`.`created_at` - INTERVAL (MICROSECOND(`orders`.`created_at`) % 1000) MICROSECOND',
  ],
  [
    'createdAt',
    'second',
    `date_trunc('second', "orders"."created_at")`,
    '`orders`.`created_at` - INTERVAL MICROSECOND(`orders`.`created_at`) MICROSECOND',
  ],
  [
    'createdAt',
    'minute',
    `date_trunc('minute', "orders"."created_at")`,
    'DATE(`orders`.`created_at`) + INTERVAL (HOUR(`orders`.`created_at`) * 60 + MINUTE(`orders`.`created_at`)) MINUTE',
  ],
  [
    'createdAt',
    'hour',
    `date_trunc('hour', "orders"."created_at")`,
    'DATE(`orders`.`created_at`) + INTERVAL HOUR(`orders`.`created_at`) HOUR',
  ],
  [
    'createdAt',
    'day',
    `date_trunc('day', "orders"."created_at")`,
    'CAST(DATE(`orders`.`created_at`) AS DATETIME)',
  ],
  [
    'createdAt',
    'week',
    `date_trunc('week', "orders"."created_at" + make_interval(days => 1)) - make_interval(days => 1)`,
    'CAST(DATE(`orders`.`created_at`) - INTERVAL ((DAYOFWEEK(`orders`.`created_at`) + 6) % 7) DAY AS DATETIME)',
  ],
  [
    'createdAt',
    'month',
    `date_trunc('month', "orders"."created_at")`,
    'CAST(DATE(`orders`.`created_at`) - INTERVAL (DAYOFMONTH(`orders`.`created_at`) - 1) DAY AS DATETIME)',
  ],
  [
    'createdAt',
    'quarter',
    `date_trunc('quarter', "orders"."created_at")`,
    'CAST(MAKEDATE(YEAR(`orders`.`created_at`), 1) + INTERVAL (QUARTER(`orders`.`created_at`) - 1) QUARTER AS DATETIME)',
  ],
  [
    'createdAt',
    'year',
    `date_trunc('year', "orders"."created_at")`,
    'CAST(MAKEDATE(YEAR(`orders`.`created_at`), 1) AS DATETIME)',
  ],
  [
    'createdAt',
    'minute-of-hour',
    'CAST(extract(minute FROM "orders"."created_at") AS integer)',
    'MINUTE(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'hour-of-day',
    'CAST(extract(hour FROM "orders"."created_at") AS integer)',
    'HOUR(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'day-of-week',
    '((CAST(extract(dow FROM "orders"."created_at") AS integer) + 7) % 7 + 1)',
    '((DAYOFWEEK(`orders`.`created_at`) + 6) % 7 + 1)',
  ],
  [
    'createdAt',
    'day-of-month',
    'CAST(extract(day FROM "orders"."created_at") AS integer)',
    'DAYOFMONTH(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'day-of-year',
    'CAST(extract(doy FROM "orders"."created_at") AS integer)',
    'DAYOFYEAR(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'week-of-year',
    `CAST(ceil(extract(doy FROM date_trunc('week', "orders"."created_at" + make_interval(days => 1)) - make_interval(days => 1)) / 7.0) AS integer)`,
    'CEIL(DAYOFYEAR(DATE(`orders`.`created_at`) - INTERVAL ((DAYOFWEEK(`orders`.`created_at`) + 6) % 7) DAY) / 7)',
  ],
  [
    'createdAt',
    'month-of-year',
    'CAST(extract(month FROM "orders"."created_at") AS integer)',
    'MONTH(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'quarter-of-year',
    'CAST(extract(quarter FROM "orders"."created_at") AS integer)',
    'QUARTER(`orders`.`created_at`)',
  ],
  [
    'createdAt',
    'year-of-era',
    'CAST(extract(year FROM "orders"."created_at") AS integer)',
    'YEAR(`orders`.`created_at`)',
  ],
  ['shippedOn', 'day', '"orders"."shipped_on"', '`orders`.`shipped_on`'],
  [
    'shippedOn',
    'week',
    `CAST(date_trunc('week', CAST("orders"."shipped_on" AS timestamp) + make_interval(days => 1)) - make_interval(days => 1) AS date)`,
    'DATE(`orders`.`shipped_on`) - INTERVAL ((DAYOFWEEK(`orders`.`shipped_on`) + 6) % 7) DAY',
  ],
  [
    'shippedOn',
    'month',
    `CAST(date_trunc('month', CAST("orders"."shipped_on" AS timestamp)) AS date)`,
    'DATE(`orders`.`shipped_on`) - INTERVAL (DAYOFMONTH(`orders`.`shipped_on`) - 1) DAY',
  ],
  [
    'shippedOn',
    'quarter',
    `CAST(date_trunc('quarter', CAST("orders"."shipped_on" AS timestamp)) AS date)`,
    'MAKEDATE(YEAR(`orders`.`shipped_on`), 1) + INTERVAL (QUARTER(`orders`.`shipped_on`) - 1) QUARTER',
  ],
  [
    'shippedOn',
    'year',
    `CAST(date_trunc('year', CAST("orders"."shipped_on" AS timestamp)) AS date)`,
    'MAKEDATE(YEAR(`orders`.`shipped_on`), 1)',
  ],
  [
    'shippedOn',
    'day-of-week',
    '((CAST(extract(dow FROM "orders"."shipped_on") AS integer) + 7) % 7 + 1)',
    '((DAYOFWEEK(`orders`.`shipped_on`) + 6) % 7 + 1)',
  ],
  [
    'shippedOn',
    'day-of-month',
    'CAST(extract(day FROM "orders"."shipped_on") AS integer)',
    'DAYOFMONTH(`orders`.`shipped_on`)',
  ],
  [
    'shippedOn',
    'day-of-year',
    'CAST(extract(doy FROM "orders"."shipped_on") AS integer)',
    'DAYOFYEAR(`orders`.`shipped_on`)',
  ],
  [
    'shippedOn',
    'week-of-year',
    `CAST(ceil(extract(doy FROM date_trunc('week', CAST("orders"."shipped_on" AS timestamp) + make_interval(days => 1)) - make_interval(days => 1)) / 7.0) AS integer)`,
    'CEIL(DAYOFYEAR(DATE(`orders`.`shipped_on`) - INTERVAL ((DAYOFWEEK(`orders`.`shipped_on`) + 6) % 7) DAY) / 7)',
  ],
  [
    'shippedOn',
    'month-of-year',
    'CAST(extract(month FROM "orders"."shipped_on") AS integer)',
    'MONTH(`orders`.`shipped_on`)',
  ],
  [
    'shippedOn',
    'quarter-of-year',
    'CAST(extract(quarter FROM "orders"."shipped_on") AS integer)',
    'QUARTER(`orders`.`shipped_on`)',
  ],
  [
    'shippedOn',
    'year-of-era',
    'CAST(extract(year FROM "orders"."shipped_on") AS integer)',
    'YEAR(`orders`.`shipped_on`)',
  ],
  [
    'openedAt',
    'millisecond',
    `CAST(date_trunc('milliseconds', "orders"."opened_at") AS time)`,
    '`orders`.`opened_at` - INTERVAL (MICROSECOND(`orders`.`opened_at`) % 1000) MICROSECOND',
  ],
  [
    'openedAt',
    'second',
    `CAST(date_trunc('second', "orders"."opened_at") AS time)`,
    '`orders`.`opened_at` - INTERVAL MICROSECOND(`orders`.`opened_at`) MICROSECOND',
  ],
  [
    'openedAt',
    'minute',
    `CAST(date_trunc('minute', "orders"."opened_at") AS time)`,
    'MAKETIME(HOUR(`orders`.`opened_at`), MINUTE(`orders`.`opened_at`), 0)',
  ],
  [
    'openedAt',
    'hour',
    `CAST(date_trunc('hour', "orders"."opened_at") AS time)`,
    'MAKETIME(HOUR(`orders`.`opened_at`), 0, 0)',
  ],
  [
    'openedAt',
    'minute-of-hour',
    'CAST(extract(minute FROM "orders"."opened_at") AS integer)',
    'MINUTE(`orders`.`opened_at`)',
  ],
  [
    'openedAt',
    'hour-of-day',
    'CAST(extract(hour FROM "orders"."opened_at") AS integer)',
    'HOUR(`orders`.`opened_at`)',
  ],
]

const bucket = (engine: string, column: keyof typeof orders, unit: string, weekStart?: Weekday) => {
  const ref = ['field', orders[column], { 'temporal-unit': unit }]
  const options = { maxRows: defaultCaps, ...(weekStart ? { weekStart } : {}) }
  const query = { 'source-table': orders.table, fields: [ref] }
  const { sql } = compileMbql(query, shopCatalogue(engine), options).compiled
  return sql.slice('SELECT '.length, sql.lastIndexOf(' AS '))
}

test.each(cases)('%s by %s', (column, unit, postgres, mysql) => {
  expect(bucket('postgres', column, unit)).toBe(postgres)
  expect(bucket('mysql', column, unit)).toBe(mysql)
})

describe('the first day of the week', () => {
  test('Monday is what Postgres thinks it is', () => {
    expect(bucket('postgres', 'createdAt', 'week', 'monday')).toBe(
      `date_trunc('week', "orders"."created_at")`,
    )
    expect(bucket('mysql', 'shippedOn', 'week', 'monday')).toContain('+ 5) % 7')
  })

  test('Saturday is two days before Monday', () => {
    expect(bucket('postgres', 'createdAt', 'week', 'saturday')).toContain('days => 2')
    expect(bucket('mysql', 'shippedOn', 'day-of-week', 'saturday')).toContain('+ 0) % 7 + 1')
  })
})

test.each([
  ['shippedOn', 'hour'],
  ['openedAt', 'month'],
  ['status', 'day'],
  ['total', 'year'],
  ['createdAt', "day') --"],
] as const)('%s has no %s', (column, unit) => {
  expect(() => bucket('postgres', column, unit)).toThrow(Refusal)
})
