import { type TruncationUnit, type Weekday, weekdays } from './temporal-unit.ts'

/** A moment as a client wrote it, on a calendar without time zones. */
export type Moment = {
  readonly precision: 'date' | 'datetime' | 'time'
  /** Since 1970-01-01T00:00:00 of that calendar; of the day for a time. */
  readonly seconds: number
  /** 0 to 999 999. */
  readonly micros: number
  /** Seconds ahead of UTC, where the text says so. */
  readonly offset?: number
}

const day = 86_400
const dateText = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const clock = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`
const offset = String.raw`([Zz]|[+-]\d{2}:?\d{2})`
const timeText = new RegExp(`^${clock}$`)
const zonedTimeText = new RegExp(`^(${clock}) ?${offset}$`)
const instantText = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})[Tt ]${clock} ?${offset}?$`)

const parseDate = (text: string): number | undefined => {
  const [, year = '', month = '01', dayOfMonth = '01'] = dateText.exec(text) ?? []
  const millis = Date.parse(`${year}-${month}-${dayOfMonth}T00:00:00Z`)
  if (year === '' || year === '0000' || Number.isNaN(millis)) return undefined
  // Date.parse takes 30 February for 1 March; a calendar does not.
  return new Date(millis).getUTCDate() === Number(dayOfMonth) ? millis / 1000 : undefined
}

const parseClock = (
  parts: readonly (string | undefined)[],
): Pick<Moment, 'seconds' | 'micros'> | undefined => {
  const [hour = 0, minute = 0, second = 0] = parts.slice(0, 3).map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const micros = Number((parts[3] ?? '').slice(0, 6).padEnd(6, '0'))
  return { seconds: hour * 3600 + minute * 60 + second, micros }
}

const parseOffset = (text: string | undefined): { offset?: number } => {
  if (text === undefined) return {}
  if (text.toUpperCase() === 'Z') return { offset: 0 }
  const digits = text.replace(':', '')
  const seconds = Number(digits.slice(1, 3)) * 3600 + Number(digits.slice(3, 5)) * 60
  return { offset: digits.startsWith('-') ? -seconds : seconds }
}

/** Reads `2024`, `2024-03`, `2024-03-05`, ISO date-times with or without offset, and times. */
export const parseMoment = (text: string): Moment | undefined => {
  const date = parseDate(text)
  if (date !== undefined) return { precision: 'date', seconds: date, micros: 0 }
  const time = timeText.exec(text)
  const ofDay = time ? parseClock(time.slice(1)) : undefined
  if (ofDay) return { precision: 'time', ...ofDay }
  const [, dayText = '', ...parts] = instantText.exec(text) ?? []
  const start = parseDate(dayText)
  const rest = parseClock(parts)
  if (start === undefined || !rest) return undefined
  const seconds = start + rest.seconds
  return { precision: 'datetime', seconds, micros: rest.micros, ...parseOffset(parts[4]) }
}

/**
 * A time of day without the offset behind it. Answers put the offset of their zone there, also where
 * a column holds none: what was read of one can be asked for.
 */
export const withoutOffset = (text: string): string => zonedTimeText.exec(text)?.[1] ?? text

/** A first of a month as seconds, `months` after that of the given moment's month. */
const monthStart = (seconds: number, months: number): number => {
  const date = new Date(seconds * 1000)
  date.setUTCHours(0, 0, 0, 0)
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  return date.getTime() / 1000
}

const weekStartOf = (seconds: number, weekStart: Weekday): number => {
  const midnight = Math.floor(seconds / day) * day
  const weekday = new Date(midnight * 1000).getUTCDay()
  return midnight - ((weekday - weekdays.indexOf(weekStart) + 7) % 7) * day
}

const fixedSeconds: { readonly [U in TruncationUnit]?: number } = {
  second: 1,
  minute: 60,
  hour: 3600,
  day,
}

const monthsIn: { readonly [U in TruncationUnit]?: number } = { month: 1, quarter: 3, year: 12 }

type Span = { readonly from: Moment; readonly to: Moment }

/** The bucket a moment falls into: its first moment and the first one after it. */
export const bucketOf = (moment: Moment, unit: TruncationUnit, weekStart: Weekday): Span => {
  const span = (from: number, to: number): Span => ({
    from: { precision: 'datetime', seconds: from, micros: 0 },
    to: { precision: 'datetime', seconds: to, micros: 0 },
  })
  const { seconds } = moment
  const months = monthsIn[unit]
  if (months !== undefined) {
    const into = new Date(seconds * 1000).getUTCMonth() % months
    return span(monthStart(seconds, -into), monthStart(seconds, months - into))
  }
  if (unit === 'week') {
    const from = weekStartOf(seconds, weekStart)
    return span(from, from + 7 * day)
  }
  const length = fixedSeconds[unit]
  if (length !== undefined) {
    const from = Math.floor(seconds / length) * length
    return span(from, from + length)
  }
  return millisecondOf(moment)
}

const millisecondOf = ({ seconds, micros }: Moment): Span => {
  const from = Math.floor(micros / 1000) * 1000
  const carry = from + 1000 === 1_000_000
  return {
    from: { precision: 'datetime', seconds, micros: from },
    to: {
      precision: 'datetime',
      seconds: carry ? seconds + 1 : seconds,
      micros: carry ? 0 : from + 1000,
    },
  }
}

const iso = (seconds: number): string | undefined => {
  const text = new Date(seconds * 1000).toISOString()
  return text.length === 24 && !text.startsWith('0000') ? text : undefined
}

const fractionOf = (micros: number) =>
  micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`

/** `YYYY-MM-DD`; nothing outside the years 1 to 9999. */
export const printDate = ({ seconds }: Moment): string | undefined => iso(seconds)?.slice(0, 10)

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, in UTC where the moment has an offset. */
export const printInstant = ({ seconds, micros, offset = 0 }: Moment): string | undefined => {
  const text = iso(seconds - offset)
  return text && `${text.slice(0, 10)} ${text.slice(11, 19)}${fractionOf(micros)}`
}

/** `HH:MM:SS[.ffffff]` */
export const printTime = ({ seconds, micros }: Moment): string | undefined => {
  const text = iso(seconds)
  return text && `${text.slice(11, 19)}${fractionOf(micros)}`
}
