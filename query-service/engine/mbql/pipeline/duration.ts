import type { Term } from '../term.ts'
import { type Context, inZone } from './context.ts'
import { type Expression, naming } from './expression.ts'
import { part } from './moment.ts'
import { lowerTerm } from './term.ts'

type Of<K extends Term['kind']> = Extract<Term, { kind: K }>

/** A moment moved by some units of the calendar or the clock. */
export const shift = (
  { of, amount, unit, backwards }: Of<'shift'>,
  context: Context,
): Expression => ({
  [backwards ? '$dateSubtract' : '$dateAdd']: {
    startDate: lowerTerm(of, context),
    unit,
    amount: lowerTerm(amount, context),
    ...inZone(context),
  },
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

const measures: { readonly [U in Of<'difference'>['unit']]: Measure } = {
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

export const difference = ({ from, to, unit }: Of<'difference'>, context: Context): Expression =>
  naming(lowerTerm(from, context), context.variables, (start) =>
    naming(lowerTerm(to, context), context.variables, (end) => measures[unit](start, end, context)),
  )
