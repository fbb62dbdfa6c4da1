import type { BaseType } from '../../kernel/base-type.ts'
import type { Dialect, Operand } from '../dialect.ts'
import { type Fragment, sql } from '../fragment.ts'
import { isTimeUnit, type TruncationUnit } from '../temporal-unit.ts'

const zoned: ReadonlySet<BaseType> = new Set(['type/DateTimeWithLocalTZ', 'type/DateTimeWithTZ'])

/**
 * The wall clock of the session. A moment with a zone keeps the one it was written in, and its parts
 * are those of that zone: it is read in the session's here, as everywhere else.
 */
export const local = ({ sql: moment, baseType }: Operand): Fragment => {
  if (baseType === 'type/TimeWithTZ') return sql`CAST(${moment} AS time)`
  if (baseType === 'type/DateTime' || baseType === 'type/Time') return moment
  return sql`CAST(${moment} AS timestamp)`
}

/** What was made of `local` as the type the operand has; a day with a time of day is no date. */
export const likeOperand = (
  moment: Fragment,
  { baseType }: Operand,
  keepsDate: boolean,
): Fragment => {
  if (baseType === 'type/Date') return keepsDate ? sql`CAST(${moment} AS date)` : moment
  return zoned.has(baseType) ? sql`CAST(${moment} AS timestamp with time zone)` : moment
}

type Move = (moment: Fragment, amount: Fragment) => Fragment

const moves: { readonly [U in TruncationUnit]: Move } = {
  millisecond: (moment, amount) => sql`DATEADD(MILLISECOND, ${amount}, ${moment})`,
  second: (moment, amount) => sql`DATEADD(SECOND, ${amount}, ${moment})`,
  minute: (moment, amount) => sql`DATEADD(MINUTE, ${amount}, ${moment})`,
  hour: (moment, amount) => sql`DATEADD(HOUR, ${amount}, ${moment})`,
  day: (moment, amount) => sql`DATEADD(DAY, ${amount}, ${moment})`,
  week: (moment, amount) => sql`DATEADD(WEEK, ${amount}, ${moment})`,
  month: (moment, amount) => sql`DATEADD(MONTH, ${amount}, ${moment})`,
  quarter: (moment, amount) => sql`DATEADD(QUARTER, ${amount}, ${moment})`,
  year: (moment, amount) => sql`DATEADD(YEAR, ${amount}, ${moment})`,
}

/** Hours pass by the clock of the world, days by that of the wall. */
export const shift: Dialect['shift'] = (operand, amount, unit) => {
  const whole = sql`CAST(${amount} AS bigint)`
  if (isTimeUnit(unit) && zoned.has(operand.baseType)) return moves[unit](operand.sql, whole)
  return likeOperand(moves[unit](local(operand), whole), operand, !isTimeUnit(unit))
}

const day = ({ sql: moment }: Operand): Fragment => sql`CAST(${moment} AS date)`
const instant = ({ sql: moment }: Operand): Fragment =>
  sql`CAST(${moment} AS timestamp with time zone)`

type Measure = (from: Operand, to: Operand) => Fragment

const days: Measure = (from, to) => sql`DATEDIFF(DAY, ${day(from)}, ${day(to)})`

/** DATEDIFF counts the firsts of months between: one is too many where the day is not reached. */
const months: Measure = (from, to) => {
  const [earlier, later] = [sql`DAY(${day(from)})`, sql`DAY(${day(to)})`]
  return sql`(DATEDIFF(MONTH, ${day(from)}, ${day(to)}) - CASE WHEN ${day(from)} <= ${day(to)} AND ${later} < ${earlier} THEN 1 WHEN ${day(from)} > ${day(to)} AND ${later} > ${earlier} THEN -1 ELSE 0 END)`
}

const seconds: Measure = (from, to) =>
  sql`(EXTRACT(EPOCH FROM ${instant(to)}) - EXTRACT(EPOCH FROM ${instant(from)}))`

/** Integers divide towards zero, which is what whole units are. */
const measures: { readonly [U in TruncationUnit]: Measure } = {
  millisecond: (from, to) => sql`CAST(TRUNC(${seconds(from, to)} * 1000) AS bigint)`,
  second: (from, to) => sql`CAST(TRUNC(${seconds(from, to)}) AS bigint)`,
  minute: (from, to) => sql`CAST(TRUNC(${seconds(from, to)} / 60) AS bigint)`,
  hour: (from, to) => sql`CAST(TRUNC(${seconds(from, to)} / 3600) AS bigint)`,
  day: days,
  week: (from, to) => sql`(${days(from, to)} / 7)`,
  month: months,
  quarter: (from, to) => sql`(${months(from, to)} / 3)`,
  year: (from, to) => sql`(${months(from, to)} / 12)`,
}

export const difference: Dialect['difference'] = (unit, from, to) => measures[unit](from, to)

/** A moment with a zone becomes the session's wall clock when it is cast: its text is cut instead. */
const wallClock = (moment: Fragment, zone: string): Fragment =>
  sql`CAST(REGEXP_REPLACE(CAST(${moment} AT TIME ZONE ${zoneText(zone)} AS varchar), '[+-][0-9:]+$', '') AS timestamp)`

const zoneText = (zone: string): Fragment => sql`CAST(${zone} AS varchar)`

export const inZone: Dialect['inZone'] = (operand, target, source) => {
  if (zoned.has(operand.baseType) || source === undefined)
    return wallClock(instant(operand), target)
  const written = sql`CAST(CAST(${operand.sql} AS timestamp) AS varchar) || ' ' || ${zoneText(source)}`
  return wallClock(sql`CAST(${written} AS timestamp with time zone)`, target)
}
