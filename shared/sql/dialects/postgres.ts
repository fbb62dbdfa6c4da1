import type { Dialect, Operand, ValueType } from '../dialect.ts'
import { bound, type Fragment, raw, sql, wholeNumber } from '../fragment.ts'
import { postgresLexicon } from '../lexicon.ts'
import {
  type ExtractionUnit,
  type TruncationUnit,
  type Weekday,
  weekdays,
} from '../temporal-unit.ts'
import { asText, postgresFunctions } from './postgres-functions.ts'
import { difference, inZone, shift } from './postgres-moments.ts'
import { postgresWrites } from './postgres-writes.ts'

type Cut = (moment: Fragment, weekStart: Weekday) => Fragment

const casts: { readonly [T in ValueType]: (value: Fragment) => Fragment } = {
  inferred: (value) => value,
  text: (value) => sql`CAST(${value} AS text)`,
  boolean: (value) => sql`CAST(${value} AS boolean)`,
  integer: (value) => sql`CAST(${value} AS bigint)`,
  decimal: (value) => sql`CAST(${value} AS numeric)`,
  float: (value) => sql`CAST(${value} AS double precision)`,
  date: (value) => sql`CAST(${value} AS date)`,
  time: (value) => sql`CAST(${value} AS time)`,
  datetime: (value) => sql`CAST(${value} AS timestamp)`,
  instant: (value) => sql`CAST(${value} AS timestamp) AT TIME ZONE 'UTC'`,
}

/** date_trunc's weeks start on Monday: move the moment there and back. */
const truncateToWeek: Cut = (moment, weekStart) => {
  const days = (8 - weekdays.indexOf(weekStart)) % 7
  if (days === 0) return sql`date_trunc('week', ${moment})`
  const shift = sql`make_interval(days => ${wholeNumber(days)})`
  return sql`date_trunc('week', ${moment} + ${shift}) - ${shift}`
}

const truncations: { readonly [U in TruncationUnit]: Cut } = {
  millisecond: (moment) => sql`date_trunc('milliseconds', ${moment})`,
  second: (moment) => sql`date_trunc('second', ${moment})`,
  minute: (moment) => sql`date_trunc('minute', ${moment})`,
  hour: (moment) => sql`date_trunc('hour', ${moment})`,
  day: (moment) => sql`date_trunc('day', ${moment})`,
  week: truncateToWeek,
  month: (moment) => sql`date_trunc('month', ${moment})`,
  quarter: (moment) => sql`date_trunc('quarter', ${moment})`,
  year: (moment) => sql`date_trunc('year', ${moment})`,
}

/** Dates go by way of `timestamp`: by way of `timestamptz` a missing midnight would shift them. */
const asMoment = ({ sql: expression, baseType }: Operand): Fragment => {
  if (baseType === 'type/Date') return sql`CAST(${expression} AS timestamp)`
  if (baseType === 'type/TimeWithTZ') return sql`CAST(${expression} AS time)`
  return expression
}

const truncate: Dialect['truncate'] = (unit, operand, weekStart) => {
  if (operand.baseType === 'type/Date' && unit === 'day') return operand.sql
  const start = truncations[unit](asMoment(operand), weekStart)
  if (operand.baseType === 'type/Date') return sql`CAST(${start} AS date)`
  const isTime = operand.baseType === 'type/Time' || operand.baseType === 'type/TimeWithTZ'
  return isTime ? sql`CAST(${start} AS time)` : start
}

const dayOfYear = (moment: Fragment): Fragment => sql`CAST(extract(doy FROM ${moment}) AS integer)`

/** Week 1 begins on 1 January, the others on the first day of the week. */
const weekSinceNewYear: Cut = (moment, weekStart) =>
  sql`CAST(ceil((${dayOfYear(moment)} - ${extractions['day-of-week'](moment, weekStart)}) / 7.0) + 1 AS integer)`

const extractions: { readonly [U in ExtractionUnit]: Cut } = {
  'second-of-minute': (moment) => sql`CAST(floor(extract(second FROM ${moment})) AS integer)`,
  'minute-of-hour': (moment) => sql`CAST(extract(minute FROM ${moment}) AS integer)`,
  'hour-of-day': (moment) => sql`CAST(extract(hour FROM ${moment}) AS integer)`,
  'day-of-week': (moment, weekStart) => {
    const shift = wholeNumber(7 - weekdays.indexOf(weekStart))
    return sql`((CAST(extract(dow FROM ${moment}) AS integer) + ${shift}) % 7 + 1)`
  },
  'day-of-month': (moment) => sql`CAST(extract(day FROM ${moment}) AS integer)`,
  'day-of-year': dayOfYear,
  'week-of-year': (moment, weekStart) =>
    sql`CAST(ceil(extract(doy FROM ${truncateToWeek(moment, weekStart)}) / 7.0) AS integer)`,
  'week-of-year-iso': (moment) => sql`CAST(extract(week FROM ${moment}) AS integer)`,
  'week-of-year-us': (moment) => weekSinceNewYear(moment, 'sunday'),
  'week-of-year-instance': weekSinceNewYear,
  'month-of-year': (moment) => sql`CAST(extract(month FROM ${moment}) AS integer)`,
  'quarter-of-year': (moment) => sql`CAST(extract(quarter FROM ${moment}) AS integer)`,
  'year-of-era': (moment) => sql`CAST(extract(year FROM ${moment}) AS integer)`,
}

export const postgres: Dialect = {
  engine: 'postgres',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: (index) => `$${index}`,
  numbered: true,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  parameter: (value, type) => casts[type](bound(value)),
  lexicon: postgresLexicon,
  truncate,
  extract: (unit, operand, weekStart) =>
    extractions[unit](unit === 'week-of-year' ? asMoment(operand) : operand.sql, weekStart),
  like: (operand, pattern, caseSensitive) =>
    caseSensitive
      ? sql`${asText(operand)} LIKE ${pattern} ESCAPE '!'`
      : sql`${asText(operand)} ILIKE ${pattern} ESCAPE '!'`,
  asFloat: (number) => sql`${number} * 1e0`,
  average: (operand) => sql`AVG(${operand.sql})`,
  percentile: (operand, fraction) =>
    sql`PERCENTILE_CONT(${casts.float(bound(fraction))}) WITHIN GROUP (ORDER BY ${operand.sql})`,
  groupingSets: true,
  fullJoin: true,
  functions: postgresFunctions,
  now: raw('now()'),
  shift,
  difference,
  inZone,
  writes: postgresWrites,
}
