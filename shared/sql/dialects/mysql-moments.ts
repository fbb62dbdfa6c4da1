import type { Dialect, Operand } from '../dialect.ts'
import { fixedOffset } from '../fixed-offset.ts'
import { type Fragment, sql, zoneName } from '../fragment.ts'
import type { TruncationUnit } from '../temporal-unit.ts'

type Move = (moment: Fragment, amount: Fragment) => Fragment

const moves: { readonly [U in TruncationUnit]: Move } = {
  millisecond: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} * 1000 MICROSECOND)`,
  second: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} SECOND)`,
  minute: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} MINUTE)`,
  hour: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} HOUR)`,
  day: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} DAY)`,
  week: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} WEEK)`,
  month: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} MONTH)`,
  quarter: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} QUARTER)`,
  year: (moment, amount) => sql`DATE_ADD(${moment}, INTERVAL ${amount} YEAR)`,
}

export const shift: Dialect['shift'] = (operand, amount, unit) => moves[unit](operand.sql, amount)

const day = ({ sql: moment }: Operand): Fragment => sql`DATE(${moment})`
const instant = ({ sql: moment }: Operand): Fragment => sql`CAST(${moment} AS DATETIME(6))`

type Measure = (from: Operand, to: Operand) => Fragment

const measures: { readonly [U in TruncationUnit]: Measure } = {
  millisecond: (from, to) =>
    sql`(TIMESTAMPDIFF(MICROSECOND, ${instant(from)}, ${instant(to)}) DIV 1000)`,
  second: (from, to) => sql`TIMESTAMPDIFF(SECOND, ${instant(from)}, ${instant(to)})`,
  minute: (from, to) => sql`TIMESTAMPDIFF(MINUTE, ${instant(from)}, ${instant(to)})`,
  hour: (from, to) => sql`TIMESTAMPDIFF(HOUR, ${instant(from)}, ${instant(to)})`,
  day: (from, to) => sql`TIMESTAMPDIFF(DAY, ${day(from)}, ${day(to)})`,
  week: (from, to) => sql`TIMESTAMPDIFF(WEEK, ${day(from)}, ${day(to)})`,
  month: (from, to) => sql`TIMESTAMPDIFF(MONTH, ${day(from)}, ${day(to)})`,
  quarter: (from, to) => sql`TIMESTAMPDIFF(QUARTER, ${day(from)}, ${day(to)})`,
  year: (from, to) => sql`TIMESTAMPDIFF(YEAR, ${day(from)}, ${day(to)})`,
}

export const difference: Dialect['difference'] = (unit, from, to) => measures[unit](from, to)

/** Offsets are always known, names only to a server whose time zone tables have been filled. */
const zone = (name: string): Fragment => zoneName(fixedOffset(name) ?? name)

/** What has a zone is read in the session's, so that is where it comes from. */
export const inZone: Dialect['inZone'] = ({ sql: moment }, target, source) =>
  source === undefined
    ? sql`CONVERT_TZ(${moment}, @@session.time_zone, ${zone(target)})`
    : sql`CONVERT_TZ(${moment}, ${zone(source)}, ${zone(target)})`
