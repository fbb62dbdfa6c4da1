import type { TruncationUnit } from '../../../../shared/sql/temporal-unit.ts'
import { type Context, inZone } from './context.ts'
import { type Expression, naming } from './expression.ts'
import { part } from './moment.ts'

/** A moment moved by some units of the calendar or the clock. */
export const shifted = (
  startDate: Expression,
  amount: Expression,
  { unit, backwards }: { readonly unit: TruncationUnit; readonly backwards: boolean },
  context: Context,
): Expression => ({
  [backwards ? '$dateSubtract' : '$dateAdd']: { startDate, unit, amount, ...inZone(context) },
})

/** Towards zero, which is what whole units are. */
const whole = (amount: Expression, units: number): Expression => ({
  $toLong: { $trunc: [{ $divide: [amount, units] }, 0] },
})

type Measure = (from: Expression, to: Expression, context: Context) => Expression

const elapsed =
  (millis: number): Measure =>
  (from, to) =>
    whole({ $subtract: [to, from] }, millis)

const crossed =
  (unit: string): Measure =>
  (from, to, context) => ({
    $dateDiff: { startDate: from, endDate: to, unit, ...inZone(context) },
  })

const days = crossed('day')

/** The last month counts only if the later day of the month is as late as the earlier one. */
const months: Measure = (from, to, context) =>
  naming(crossed('month')(from, to, context), context.variables, (count) => {
    const [first, last] = [from, to].map((date) => part('$dayOfMonth')(date, context))
    const order: Expression = { $cmp: [last ?? null, first ?? null] }
    return naming(order, context.variables, (later) => ({
      $switch: {
        branches: [
          {
            case: { $and: [{ $gt: [count, 0] }, { $lt: [later, 0] }] },
            then: { $subtract: [count, 1] },
          },
          {
            case: { $and: [{ $lt: [count, 0] }, { $gt: [later, 0] }] },
            then: { $add: [count, 1] },
          },
        ],
        default: count,
      },
    }))
  })

const measures: { readonly [U in TruncationUnit]: Measure } = {
  millisecond: elapsed(1),
  second: elapsed(1_000),
  minute: elapsed(60_000),
  hour: elapsed(3_600_000),
  day: days,
  week: (from, to, context) => whole(days(from, to, context), 7),
  month: months,
  quarter: (from, to, context) => whole(months(from, to, context), 3),
  year: (from, to, context) => whole(months(from, to, context), 12),
}

/** Whole units from one moment to another. */
export const difference = (
  unit: TruncationUnit,
  from: Expression,
  to: Expression,
  context: Context,
): Expression =>
  naming(from, context.variables, (start) =>
    naming(to, context.variables, (end) => measures[unit](start, end, context)),
  )
