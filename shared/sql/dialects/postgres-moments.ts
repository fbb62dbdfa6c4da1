import type { Dialect, Operand } from '../dialect.ts'
import { type Fragment, sql } from '../fragment.ts'
import type { TruncationUnit } from '../temporal-unit.ts'

const intervals: { readonly [U in TruncationUnit]: (amount: Fragment) => Fragment } = {
  millisecond: (amount) => sql`make_interval(secs => ${amount} / 1000.0)`,
  second: (amount) => sql`make_interval(secs => ${amount})`,
  minute: (amount) => sql`make_interval(mins => CAST(${amount} AS integer))`,
  hour: (amount) => sql`make_interval(hours => CAST(${amount} AS integer))`,
  day: (amount) => sql`make_interval(days => CAST(${amount} AS integer))`,
  week: (amount) => sql`make_interval(weeks => CAST(${amount} AS integer))`,
  month: (amount) => sql`make_interval(months => CAST(${amount} AS integer))`,
  quarter: (amount) => sql`make_interval(months => 3 * CAST(${amount} AS integer))`,
  year: (amount) => sql`make_interval(years => CAST(${amount} AS integer))`,
}

const dayUnits: ReadonlySet<TruncationUnit> = new Set(['day', 'week', 'month', 'quarter', 'year'])

/** Dates and times of day become moments the moment something is added: they are cast back. */
export const shift: Dialect['shift'] = ({ sql: moment, baseType }, amount, unit) => {
  const moved = sql`(${moment} + ${intervals[unit](amount)})`
  return baseType === 'type/Date' && dayUnits.has(unit) ? sql`CAST(${moved} AS date)` : moved
}

const day = ({ sql: moment }: Operand): Fragment => sql`CAST(${moment} AS date)`
const instant = ({ sql: moment }: Operand): Fragment => sql`CAST(${moment} AS timestamptz)`

const days = (from: Operand, to: Operand): Fragment => sql`(${day(to)} - ${day(from)})`

const months = (from: Operand, to: Operand): Fragment => {
  const [later, earlier] = [
    sql`CAST(${day(to)} AS timestamp)`,
    sql`CAST(${day(from)} AS timestamp)`,
  ]
  const age = sql`age(${later}, ${earlier})`
  return sql`CAST(extract(year FROM ${age}) * 12 + extract(month FROM ${age}) AS integer)`
}

const seconds = (from: Operand, to: Operand): Fragment =>
  sql`extract(epoch FROM ${instant(to)} - ${instant(from)})`

type Measure = (from: Operand, to: Operand) => Fragment

/** Integers divide towards zero, which is what whole units are. */
const measures: { readonly [U in TruncationUnit]: Measure } = {
  millisecond: (from, to) => sql`CAST(trunc(${seconds(from, to)} * 1000) AS bigint)`,
  second: (from, to) => sql`CAST(trunc(${seconds(from, to)}) AS bigint)`,
  minute: (from, to) => sql`CAST(trunc(${seconds(from, to)} / 60) AS bigint)`,
  hour: (from, to) => sql`CAST(trunc(${seconds(from, to)} / 3600) AS bigint)`,
  day: days,
  week: (from, to) => sql`(${days(from, to)} / 7)`,
  month: months,
  quarter: (from, to) => sql`(${months(from, to)} / 3)`,
  year: (from, to) => sql`(${months(from, to)} / 12)`,
}

export const difference: Dialect['difference'] = (unit, from, to) => measures[unit](from, to)

const zoned: ReadonlySet<string> = new Set(['type/DateTimeWithLocalTZ', 'type/DateTimeWithTZ'])

/** As a text an offset would be read by the rules of POSIX, which count westwards. */
const zone = (name: string): Fragment =>
  /^[+-]/.test(name) ? sql`CAST(${name} AS interval)` : sql`CAST(${name} AS text)`

export const inZone: Dialect['inZone'] = ({ sql: moment, baseType }, target, source) => {
  if (zoned.has(baseType)) return sql`((${moment}) AT TIME ZONE ${zone(target)})`
  const local = sql`CAST(${moment} AS timestamp)`
  const known =
    source === undefined
      ? sql`CAST(${local} AS timestamptz)`
      : sql`${local} AT TIME ZONE ${zone(source)}`
  return sql`(${known} AT TIME ZONE ${zone(target)})`
}
