import { type ExtractionUnit, weekdays } from '../../../../shared/sql/temporal-unit.ts'
import type { Term } from '../term.ts'
import { type Context, inZone } from './context.ts'
import { type Expression, naming } from './expression.ts'
import { lowerTerm } from './term.ts'

type Of<K extends Term['kind']> = Extract<Term, { kind: K }>

/** Every moment is an instant; a date is the midnight it begins with in the zone of the run. */
const dated = (date: Expression, context: Context) => ({ date, ...inZone(context) })

export const truncated = (
  date: Expression,
  unit: string,
  context: Context,
  weekStart = context.weekStart,
): Expression => ({
  $dateTrunc: {
    ...dated(date, context),
    unit,
    ...(unit === 'week' ? { startOfWeek: weekStart } : {}),
  },
})

const part =
  (operator: string) =>
  (date: Expression, context: Context): Expression => ({ [operator]: dated(date, context) })

const month = part('$month')
const dayOfYear = part('$dayOfYear')

/** 1 on the first day of the week. */
const dayOfWeek = (date: Expression, context: Context, weekStart = context.weekStart) => {
  const sundayIs1 = part('$dayOfWeek')(date, context)
  const shift = 6 - weekdays.indexOf(weekStart)
  return { $add: [{ $mod: [{ $add: [sundayIs1, shift] }, 7] }, 1] }
}

const sevenths = (days: Expression): Expression => ({ $toInt: { $ceil: { $divide: [days, 7] } } })

/** Week 1 begins on 1 January, the others on the first day of the week. */
const weekSinceNewYear = (date: Expression, context: Context, weekStart = context.weekStart) =>
  naming(date, context.variables, (name) => {
    const ahead = {
      $subtract: [dayOfYear(name, context), dayOfWeek(name, context, weekStart)],
    }
    return { $add: [sevenths(ahead), 1] }
  })

type ExtractPart = (
  date: Expression,
  context: Context,
  weekStart?: Context['weekStart'],
) => Expression

const extractions: { readonly [U in ExtractionUnit]: ExtractPart } = {
  'second-of-minute': part('$second'),
  'minute-of-hour': part('$minute'),
  'hour-of-day': part('$hour'),
  'day-of-week': dayOfWeek,
  'day-of-month': part('$dayOfMonth'),
  'day-of-year': dayOfYear,
  'week-of-year': (date, context, weekStart) =>
    sevenths(dayOfYear(truncated(date, 'week', context, weekStart), context)),
  'week-of-year-iso': part('$isoWeek'),
  'week-of-year-us': (date, context) => weekSinceNewYear(date, context, 'sunday'),
  'week-of-year-instance': weekSinceNewYear,
  'month-of-year': month,
  'quarter-of-year': (date, context) => ({
    $toInt: { $ceil: { $divide: [month(date, context), 3] } },
  }),
  'year-of-era': part('$year'),
}

export const extracted = (
  unit: ExtractionUnit,
  date: Expression,
  context: Context,
  weekStart = context.weekStart,
): Expression => extractions[unit](date, context, weekStart)

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

const wallClock = '%Y-%m-%dT%H:%M:%S.%L'

/** The moment at which the clock of one zone shows what that of another shows at this one. */
const moved = (date: Expression, shownIn: string, toShowIn: string): Expression => {
  const dateString = {
    $dateToString: { date, format: wallClock, ...inZone({ timeZone: shownIn }) },
  }
  return shownIn === toShowIn
    ? date
    : { $dateFromString: { dateString, format: wallClock, ...inZone({ timeZone: toShowIn }) } }
}

const zoned: ReadonlySet<string> = new Set(['type/DateTimeWithLocalTZ', 'type/DateTimeWithTZ'])

/** The wall clock of `target`; a moment without a zone was one of `source`. */
export const wallClockIn = (
  { of, target, source }: Of<'in-zone'>,
  context: Context,
): Expression => {
  const { timeZone } = context
  const date = lowerTerm(of, context)
  const isZoned = source === undefined || zoned.has(of.baseType)
  return moved(isZoned ? date : moved(date, timeZone, source), target, timeZone)
}

/** Text that a date or a date-time of ours can be read from; null for other text. */
export const parsed = (text: Expression, context: Context): Expression => ({
  $dateFromString: {
    dateString: { $replaceOne: { input: text, find: ' ', replacement: 'T' } },
    ...inZone(context),
    onError: null,
    onNull: null,
  },
})

const formats = {
  'type/Date': '%Y-%m-%d',
  'type/DateTime': wallClock,
} as const

/** The fraction of a second goes as far as it says anything. */
const trimmed = (text: Expression): Expression => ({
  $rtrim: { input: { $rtrim: { input: text, chars: '0' } }, chars: '.' },
})

/** How an answer tells a moment that has no zone: as text, by the clock of the run. */
export const told = (value: Expression, { baseType }: Term, context: Context): Expression => {
  if (baseType !== 'type/Date' && baseType !== 'type/DateTime') return value
  const format = formats[baseType]
  const text: Expression = { $dateToString: { ...dated(value, context), format } }
  return baseType === 'type/Date' ? text : trimmed(text)
}
