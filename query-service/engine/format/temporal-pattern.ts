import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'
import { instantTypes } from '../../../shared/kernel/base-type.ts'
import type { FormatColumn } from './column.ts'

const none: ColumnSettings = {}

const clockPrecision = { minutes: 'mm', seconds: 'mm:ss', milliseconds: 'mm:ss.SSS' } as const

/** `h:mm A`, with seconds where they are wanted. */
export const timePattern = ({ time_style = 'h:mm A', time_enabled }: ColumnSettings): string =>
  time_style.replace('mm', clockPrecision[time_enabled ?? 'minutes'])

const looked = (pattern: string, { date_abbreviate, date_separator = '/' }: ColumnSettings) => {
  const short = pattern.replace('MMMM', 'MMM').replace('dddd', 'ddd')
  return (date_abbreviate ? short : pattern).replaceAll('/', date_separator)
}

const defaultStyle = 'MMMM D, YYYY'

/** The pattern of a whole date: `MMMM D, YYYY`. */
const datePattern = (settings: ColumnSettings): string =>
  looked(settings.date_style ?? defaultStyle, settings)

/** `M/D/YYYY` tells months by number, `YYYY/M/D` begins with the year. */
const isNumeric = (style: string) => !style.includes('MMM')
const isYearFirst = (style: string) => style.startsWith('YYYY')

const monthStyle = (style: string): string => {
  if (!isNumeric(style)) return 'MMMM, YYYY'
  return isYearFirst(style) ? 'YYYY/M' : 'M/YYYY'
}

const withTime = (settings: ColumnSettings): string =>
  settings.time_enabled === null
    ? datePattern(settings)
    : `${datePattern(settings)}, ${timePattern(settings)}`

/** Moments cut to a unit show no more than the unit. */
const unitPatterns = new Map<string | undefined, (settings: ColumnSettings) => string>([
  ['minute', withTime],
  ['hour', withTime],
  ['day', datePattern],
  ['week', datePattern],
  ['month', (settings) => looked(monthStyle(settings.date_style ?? defaultStyle), settings)],
  ['quarter', ({ date_style = '' }) => (isYearFirst(date_style) ? 'YYYY - [Q]Q' : '[Q]Q - YYYY')],
  ['year', () => 'YYYY'],
])

/** How a date or date-time column is written; a week is written as two of them, its ends. */
export const momentPattern = ({ baseType, unit, settings = none }: FormatColumn): string => {
  const ofType = instantTypes.has(baseType) ? withTime : datePattern
  return (unitPatterns.get(unit) ?? ofType)(settings)
}
