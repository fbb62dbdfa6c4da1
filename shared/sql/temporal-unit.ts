/** Units that cut a moment down to the start of its bucket; the result stays a moment. */
export const truncationUnits = [
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
] as const
export type TruncationUnit = (typeof truncationUnits)[number]

/** Units that take one part of a moment, as a whole number. */
export const extractionUnits = [
  'second-of-minute',
  'minute-of-hour',
  'hour-of-day',
  'day-of-week',
  'day-of-month',
  'day-of-year',
  'week-of-year',
  'week-of-year-iso',
  'week-of-year-us',
  'week-of-year-instance',
  'month-of-year',
  'quarter-of-year',
  'year-of-era',
] as const
export type ExtractionUnit = (typeof extractionUnits)[number]

export type TemporalUnit = TruncationUnit | ExtractionUnit

const truncations: ReadonlySet<string> = new Set(truncationUnits)
const extractions: ReadonlySet<string> = new Set(extractionUnits)

export const isTruncation = (unit: string): unit is TruncationUnit => truncations.has(unit)
export const isExtraction = (unit: string): unit is ExtractionUnit => extractions.has(unit)

/** Days of the week by their place, Sunday = 0. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

const timeUnits: ReadonlySet<TemporalUnit> = new Set<TemporalUnit>([
  'millisecond',
  'second',
  'minute',
  'hour',
  'second-of-minute',
  'minute-of-hour',
  'hour-of-day',
])

/** Whether the unit looks at the clock rather than at the calendar. */
export const isTimeUnit = (unit: TemporalUnit): boolean => timeUnits.has(unit)
