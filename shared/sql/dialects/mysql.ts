import type { Dialect, Operand, ValueType } from '../dialect.ts'
import { bound, type Fragment, raw, sql, wholeNumber } from '../fragment.ts'
import { mysqlLexicon } from '../lexicon.ts'
import {
  type ExtractionUnit,
  isTimeUnit,
  type TruncationUnit,
  type Weekday,
  weekdays,
} from '../temporal-unit.ts'
import { mysqlFunctions } from './mysql-functions.ts'
import { difference, inZone, shift } from './mysql-moments.ts'
import { mysqlWrites } from './mysql-writes.ts'

type Cut = (moment: Fragment, weekStart: Weekday) => Fragment

const asIs = (value: Fragment): Fragment => value

const casts: { readonly [T in ValueType]: (value: Fragment) => Fragment } = {
  inferred: asIs,
  text: asIs,
  boolean: asIs,
  integer: (value) => sql`CAST(${value} AS SIGNED)`,
  decimal: (value) => sql`CAST(${value} AS DECIMAL(65, 30))`,
  float: asIs,
  date: (value) => sql`CAST(${value} AS DATE)`,
  time: (value) => sql`CAST(${value} AS TIME(6))`,
  datetime: (value) => sql`CAST(${value} AS DATETIME(6))`,
  instant: (value) => sql`CONVERT_TZ(CAST(${value} AS DATETIME(6)), '+00:00', @@session.time_zone)`,
}

/** Days from the first day of the week to the moment's day, 0 to 6. */
const daysIntoWeek: Cut = (moment, weekStart) =>
  sql`(DAYOFWEEK(${moment}) + ${wholeNumber(6 - weekdays.indexOf(weekStart))}) % 7`

/**
 * Date arithmetic, not DATE_FORMAT and back: results keep a temporal type. Casting to DATETIME(0)
 * would not do for `second`, MySQL rounds where MariaDB cuts.
 */
const truncations: { readonly [U in TruncationUnit]: Cut } = {
  millisecond: (moment) => sql`${moment} - INTERVAL (MICROSECOND(${moment}) % 1000) MICROSECOND`,
  second: (moment) => sql`${moment} - INTERVAL MICROSECOND(${moment}) MICROSECOND`,
  minute: (moment) =>
    sql`DATE(${moment}) + INTERVAL (HOUR(${moment}) * 60 + MINUTE(${moment})) MINUTE`,
  hour: (moment) => sql`DATE(${moment}) + INTERVAL HOUR(${moment}) HOUR`,
  day: (moment) => sql`DATE(${moment})`,
  week: (moment, weekStart) =>
    sql`DATE(${moment}) - INTERVAL (${daysIntoWeek(moment, weekStart)}) DAY`,
  month: (moment) => sql`DATE(${moment}) - INTERVAL (DAYOFMONTH(${moment}) - 1) DAY`,
  quarter: (moment) =>
    sql`MAKEDATE(YEAR(${moment}), 1) + INTERVAL (QUARTER(${moment}) - 1) QUARTER`,
  year: (moment) => sql`MAKEDATE(YEAR(${moment}), 1)`,
}

/** Times of day have no date to count from; minutes and hours are rebuilt from their parts. */
const timeTruncations: { readonly [U in TruncationUnit]?: (time: Fragment) => Fragment } = {
  minute: (time) => sql`MAKETIME(HOUR(${time}), MINUTE(${time}), 0)`,
  hour: (time) => sql`MAKETIME(HOUR(${time}), 0, 0)`,
}

const truncate: Dialect['truncate'] = (unit, { sql: moment, baseType }, weekStart) => {
  if (baseType === 'type/Date' && unit === 'day') return moment
  const ofTime = baseType === 'type/Time' ? timeTruncations[unit] : undefined
  if (ofTime) return ofTime(moment)
  const start = truncations[unit](moment, weekStart)
  return baseType === 'type/Date' || isTimeUnit(unit) ? start : sql`CAST(${start} AS DATETIME)`
}

/** Week 1 begins on 1 January, the others on the first day of the week. */
const weekSinceNewYear: Cut = (moment, weekStart) =>
  sql`(CEIL((DAYOFYEAR(${moment}) - 1 - ${daysIntoWeek(moment, weekStart)}) / 7) + 1)`

const extractions: { readonly [U in ExtractionUnit]: Cut } = {
  'second-of-minute': (moment) => sql`SECOND(${moment})`,
  'minute-of-hour': (moment) => sql`MINUTE(${moment})`,
  'hour-of-day': (moment) => sql`HOUR(${moment})`,
  'day-of-week': (moment, weekStart) => sql`(${daysIntoWeek(moment, weekStart)} + 1)`,
  'day-of-month': (moment) => sql`DAYOFMONTH(${moment})`,
  'day-of-year': (moment) => sql`DAYOFYEAR(${moment})`,
  'week-of-year': (moment, weekStart) =>
    sql`CEIL(DAYOFYEAR(${truncations.week(moment, weekStart)}) / 7)`,
  'week-of-year-iso': (moment) => sql`WEEK(${moment}, 3)`,
  'week-of-year-us': (moment) => weekSinceNewYear(moment, 'sunday'),
  'week-of-year-instance': weekSinceNewYear,
  'month-of-year': (moment) => sql`MONTH(${moment})`,
  'quarter-of-year': (moment) => sql`QUARTER(${moment})`,
  'year-of-era': (moment) => sql`YEAR(${moment})`,
}

/** Collations ignore case and accents by default; the binary one compares characters as they are. */
const like: Dialect['like'] = ({ sql: expression }, pattern, caseSensitive) => {
  const text = sql`CONVERT(${expression} USING utf8mb4)`
  return caseSensitive
    ? sql`${text} COLLATE utf8mb4_bin LIKE ${pattern} ESCAPE '!'`
    : sql`LOWER(${text}) COLLATE utf8mb4_bin LIKE LOWER(${pattern}) ESCAPE '!'`
}

const isWhole = ({ baseType }: Operand) =>
  baseType === 'type/Integer' || baseType === 'type/BigInteger'

/** MySQL 8 and MariaDB 10.11. */
export const mysql: Dialect = {
  engine: 'mysql',
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeholder: () => '?',
  literal: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  parameter: (value, type) =>
    type === 'integer' && typeof value === 'number' ? bound(value) : casts[type](bound(value)),
  number: (value, type) =>
    type === 'integer' && typeof value === 'number' && value >= 0
      ? wholeNumber(value)
      : mysql.parameter(value, type),
  lexicon: mysqlLexicon,
  truncate,
  extract: (unit, operand, weekStart) => extractions[unit](operand.sql, weekStart),
  like,
  asFloat: (number) => sql`${number} * 1e0`,
  average: (operand) =>
    isWhole(operand) ? sql`AVG(${operand.sql} * 1e0)` : sql`AVG(${operand.sql})`,
  fullJoin: false,
  functions: mysqlFunctions,
  now: raw('NOW(6)'),
  shift,
  difference,
  inZone,
  writes: mysqlWrites,
}
