import { type ExtractionUnit, weekdays } from '../../../../shared/sql/temporal-unit.ts'
import { type Context, inZone } from './context.ts'
import { type Expression, naming } from './expression.ts'

/** Every moment is an instant; a date is the midnight it begins with in the zone of the run. */
export const dated = (date: Expression, context: Context) => ({ date, ...inZone(context) })

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

export const part =
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
