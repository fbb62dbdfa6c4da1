import type { Dialect, ValueType } from '../dialect.ts'
import { bound, type Fragment, raw, sql, wholeNumber } from '../fragment.ts'
import { h2Lexicon } from '../lexicon.ts'
import {
  type ExtractionUnit,
  type TruncationUnit,
  type Weekday,
  weekdays,
} from '../temporal-unit.ts'
import { asText, h2Functions } from './h2-functions.ts'
import { difference, inZone, likeOperand, local, shift } from './h2-moments.ts'
import { h2Writes } from './h2-writes.ts'

type Cut = (moment: Fragment, weekStart: Weekday) => Fragment

/**
 * NUMERIC without a scale would cut a decimal to a whole number. DECFLOAT without a precision would
 * work out a hundred thousand digits of a quotient.
 */
const casts: { readonly [T in ValueType]: (value: Fragment) => Fragment } = {
  inferred: (value) => value,
  text: (value) => sql`CAST(${value} AS varchar)`,
  boolean: (value) => sql`CAST(${value} AS boolean)`,
  integer: (value) => sql`CAST(${value} AS bigint)`,
  decimal: (value) => sql`CAST(${value} AS decfloat(38))`,
  float: (value) => sql`CAST(${value} AS double precision)`,
  date: (value) => sql`CAST(${value} AS date)`,
  time: (value) => sql`CAST(${value} AS time(6))`,
  datetime: (value) => sql`CAST(${value} AS timestamp)`,
  instant: (value) => sql`CAST(CONCAT(${value}, '+00') AS timestamp with time zone)`,
}

/** Days from the first day of the week to the moment's day, 0 to 6. */
const daysIntoWeek: Cut = (moment, weekStart) =>
  sql`MOD(EXTRACT(ISO_DAY_OF_WEEK FROM ${moment}) + ${wholeNumber(7 - weekdays.indexOf(weekStart))}, 7)`

/** The weeks of date_trunc are those of the server's country. */
const truncations: { readonly [U in TruncationUnit]: Cut } = {
  millisecond: (moment) => sql`DATE_TRUNC('milliseconds', ${moment})`,
  second: (moment) => sql`DATE_TRUNC('second', ${moment})`,
  minute: (moment) => sql`DATE_TRUNC('minute', ${moment})`,
  hour: (moment) => sql`DATE_TRUNC('hour', ${moment})`,
  day: (moment) => sql`DATE_TRUNC('day', ${moment})`,
  week: (moment, weekStart) =>
    sql`DATEADD(DAY, -${daysIntoWeek(moment, weekStart)}, DATE_TRUNC('day', ${moment}))`,
  month: (moment) => sql`DATE_TRUNC('month', ${moment})`,
  quarter: (moment) => sql`DATE_TRUNC('quarter', ${moment})`,
  year: (moment) => sql`DATE_TRUNC('year', ${moment})`,
}

const truncate: Dialect['truncate'] = (unit, operand, weekStart) => {
  const { baseType } = operand
  if (baseType === 'type/Date' && unit === 'day') return operand.sql
  if (baseType === 'type/Time' || baseType === 'type/TimeWithTZ') {
    const moment = sql`CAST(${local(operand)} AS timestamp)`
    return sql`CAST(${truncations[unit](moment, weekStart)} AS time(6))`
  }
  return likeOperand(truncations[unit](local(operand), weekStart), operand, true)
}

/** Week 1 begins on 1 January, the others on the first day of the week. */
const weekSinceNewYear: Cut = (moment, weekStart) =>
  sql`CAST(CEIL((EXTRACT(DOY FROM ${moment}) - 1 - ${daysIntoWeek(moment, weekStart)}) / 7.0) + 1 AS integer)`

const extractions: { readonly [U in ExtractionUnit]: Cut } = {
  'second-of-minute': (moment) => sql`CAST(FLOOR(EXTRACT(SECOND FROM ${moment})) AS integer)`,
  'minute-of-hour': (moment) => sql`EXTRACT(MINUTE FROM ${moment})`,
  'hour-of-day': (moment) => sql`EXTRACT(HOUR FROM ${moment})`,
  'day-of-week': (moment, weekStart) => sql`(${daysIntoWeek(moment, weekStart)} + 1)`,
  'day-of-month': (moment) => sql`EXTRACT(DAY FROM ${moment})`,
  'day-of-year': (moment) => sql`EXTRACT(DOY FROM ${moment})`,
  'week-of-year': (moment, weekStart) =>
    sql`CAST(CEIL(EXTRACT(DOY FROM ${truncations.week(moment, weekStart)}) / 7.0) AS integer)`,
  'week-of-year-iso': (moment) => sql`EXTRACT(ISO_WEEK FROM ${moment})`,
  'week-of-year-us': (moment) => weekSinceNewYear(moment, 'sunday'),
  'week-of-year-instance': weekSinceNewYear,
  'month-of-year': (moment) => sql`EXTRACT(MONTH FROM ${moment})`,
  'quarter-of-year': (moment) => sql`EXTRACT(QUARTER FROM ${moment})`,
  'year-of-era': (moment) => sql`EXTRACT(YEAR FROM ${moment})`,
}

/** H2 2.x in PostgreSQL mode. */
export const h2: Dialect = {
  engine: 'h2',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: (index) => `$${index}`,
  numbered: true,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  parameter: (value, type) => casts[type](bound(value)),
  lexicon: h2Lexicon,
  truncate,
  extract: (unit, operand, weekStart) => extractions[unit](local(operand), weekStart),
  like: (operand, pattern, caseSensitive) =>
    caseSensitive
      ? sql`${asText(operand)} LIKE ${pattern} ESCAPE '!'`
      : sql`${asText(operand)} ILIKE ${pattern} ESCAPE '!'`,
  asFloat: (number) => sql`CAST(${number} AS double precision)`,
  average: (operand) => sql`AVG(${operand.sql})`,
  percentile: (operand, fraction) =>
    sql`PERCENTILE_CONT(${casts.float(bound(fraction))}) WITHIN GROUP (ORDER BY ${operand.sql})`,
  fullJoin: false,
  functions: h2Functions,
  now: raw('CURRENT_TIMESTAMP'),
  shift,
  difference,
  inZone,
  writes: h2Writes,
}
