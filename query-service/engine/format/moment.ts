/** What a clock on the wall shows; no zone, since the database has applied it already. */
export type Moment = {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const momentPattern =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
const clockPattern = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?/

const number = (digits: string | undefined): number => (digits === undefined ? 0 : Number(digits))

const milliseconds = (fraction: string | undefined): number =>
  fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))

/** Undefined for what is no date, such as `infinity` and `0044-03-15 BC`. */
export const parseMoment = (cell: string): Moment | undefined => {
  const match = momentPattern.exec(cell)
  if (!match) return undefined
  return {
    year: number(match[1]),
    month: number(match[2]),
    day: number(match[3]),
    hour: number(match[4]),
    minute: number(match[5]),
    second: number(match[6]),
    millisecond: milliseconds(match[7]),
  }
}

/** A time of day, on no day in particular. */
export const clockMoment = (hour: number, minute = 0, second = 0, millisecond = 0): Moment => ({
  year: 1970,
  month: 1,
  day: 1,
  hour,
  minute,
  second,
  millisecond,
})

export const parseClock = (cell: string): Moment | undefined => {
  const match = clockPattern.exec(cell)
  if (!match) return undefined
  const [, hour, minute, second, fraction] = match
  return clockMoment(number(hour), number(minute), number(second), milliseconds(fraction))
}

/** The same time of day, days later. */
export const daysLater = (moment: Moment, days: number): Moment => {
  const later = new Date(Date.UTC(moment.year, moment.month - 1, moment.day + days))
  return {
    ...moment,
    year: later.getUTCFullYear(),
    month: later.getUTCMonth() + 1,
    day: later.getUTCDate(),
  }
}

/** Sunday is 0. */
export const weekday = ({ year, month, day }: Moment): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()
