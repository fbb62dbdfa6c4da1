import type { TextOf } from './column.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

type Moment = {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

const momentPattern =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)[\d:.]*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
const timePattern = /^(\d\d):(\d\d)/

const parseMoment = (cell: string): Moment | undefined => {
  const match = momentPattern.exec(cell)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1)
    .map((it) => Number(it ?? 0))
  return { year, month, day, hour, minute }
}

const clock = (hour: number, minute: number): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`

const monthName = (month: number): string => monthNames[month - 1] ?? String(month)
const date = ({ year, month, day }: Moment): string => `${monthName(month)} ${day}, ${year}`
const dateTime = (at: Moment): string => `${date(at)}, ${clock(at.hour, at.minute)}`

const daysLater = ({ year, month, day }: Moment, days: number): Moment => {
  const later = new Date(Date.UTC(year, month - 1, day + days))
  return {
    year: later.getUTCFullYear(),
    month: later.getUTCMonth() + 1,
    day: later.getUTCDate(),
    hour: 0,
    minute: 0,
  }
}

/** The wall clock the database answered with; what is no date (`infinity`, `0044-03-15 BC`) stays. */
const ofMoment =
  (show: (at: Moment) => string): TextOf =>
  (cell) => {
    const moment = parseMoment(cell)
    return moment ? show(moment) : cell
  }

/** `2014-04-07` → `April 7, 2014`. */
export const dateText = ofMoment(date)
/** `2014-04-01T08:30:00` → `April 1, 2014, 8:30 AM`. */
export const dateTimeText = ofMoment(dateTime)

/** `00:23:00` → `12:23 AM`. */
export const timeText: TextOf = (cell) => {
  const match = timePattern.exec(cell)
  return match ? clock(Number(match[1]), Number(match[2])) : cell
}

/** Moments cut to a unit show no more than the unit. */
const bucketTexts: Readonly<Record<string, TextOf>> = {
  minute: dateTimeText,
  hour: dateTimeText,
  day: dateText,
  week: ofMoment((start) => `${date(start)} – ${date(daysLater(start, 6))}`),
  month: ofMoment(({ year, month }) => `${monthName(month)}, ${year}`),
  quarter: ofMoment(({ year, month }) => `Q${Math.ceil(month / 3)} - ${year}`),
  year: ofMoment(({ year }) => String(year)),
}

/** Numbers extracted from moments; those not listed (day of month, …) are shown as plain digits. */
const partTexts: Readonly<Record<string, TextOf>> = {
  'day-of-week': (cell) => dayNames[Number(cell) - 1] ?? cell,
  'month-of-year': (cell) => monthNames[Number(cell) - 1] ?? cell,
  'quarter-of-year': (cell) => `Q${cell}`,
  'hour-of-day': (cell) => (/^\d{1,2}$/.test(cell) ? clock(Number(cell), 0) : cell),
}

export const bucketText = (unit: string): TextOf | undefined => bucketTexts[unit]
export const partText = (unit: string): TextOf => partTexts[unit] ?? ((cell) => cell)
