import { evalExpr } from 'mingo/core'
import { timeZone } from '../../query-service/engine/shape/time-zone.ts'

/** Dates as the MongoDB manual has them, in time zones: mingo's are not. */

export type Operator = (
  document: unknown,
  args: unknown,
  options: Parameters<typeof evalExpr>[2],
) => unknown

type Unit =
  | 'millisecond'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'

type Clock = {
  /** The wall clock's time as if it were UTC. */
  readonly wall: (instant: Date) => Date
  readonly instant: (wall: Date) => Date
}

const clockOf = (name: unknown): Clock => {
  const zone = timeZone(typeof name === 'string' ? name : 'UTC')
  return {
    wall: (instant) => new Date(instant.getTime() + zone.shiftAt(instant.getTime())),
    instant: (wall) =>
      new Date(`${wall.toISOString().slice(0, -1)}${zone.offsetAtLocal(wall.getTime())}`),
  }
}

const lengths: { readonly [U in Unit]?: number } = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
}
const dayLength = 86_400_000
const months: { readonly [U in Unit]?: number } = { month: 1, quarter: 3, year: 12 }
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const cut = (wall: Date, unit: Unit, startOfWeek: string): Date => {
  const length = lengths[unit]
  if (length !== undefined) return new Date(Math.floor(wall.getTime() / length) * length)
  const day = Math.floor(wall.getTime() / dayLength) * dayLength
  if (unit === 'day') return new Date(day)
  if (unit === 'week') {
    const into = (wall.getUTCDay() - weekdays.indexOf(startOfWeek.slice(0, 3)) + 7) % 7
    return new Date(day - into * dayLength)
  }
  const month = wall.getUTCMonth()
  return new Date(Date.UTC(wall.getUTCFullYear(), month - (month % (months[unit] ?? 1)), 1))
}

const added = (date: Date, amount: number, unit: Unit, { wall, instant }: Clock): Date => {
  const length = lengths[unit]
  if (length !== undefined) return new Date(date.getTime() + amount * length)
  const moved = wall(date)
  const count = months[unit]
  if (count === undefined) {
    moved.setUTCDate(moved.getUTCDate() + amount * (unit === 'week' ? 7 : 1))
    return instant(moved)
  }
  const day = moved.getUTCDate()
  moved.setUTCMonth(moved.getUTCMonth() + amount * count, 1)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0))
  moved.setUTCDate(Math.min(day, last.getUTCDate()))
  return instant(moved)
}

/** How many starts of a unit lie between two moments. */
const crossed = (from: Date, to: Date, unit: Unit, { wall }: Clock): number => {
  const [first, last] = [cut(wall(from), unit, 'sun'), cut(wall(to), unit, 'sun')]
  const count = months[unit]
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  if (count !== undefined) return (monthOf(last) - monthOf(first)) / count
  return (last.getTime() - first.getTime()) / (lengths[unit] ?? dayLength)
}

const isDate = (value: unknown): value is Date => value instanceof Date

const dateIn = (value: unknown): Date | null => {
  if (value === null || value === undefined) return null
  if (isDate(value)) return value
  throw new Error(`can't convert from ${typeof value} to Date`)
}

type Args = { readonly [name: string]: unknown }

const operator =
  (work: (args: Args, clock: Clock) => unknown): Operator =>
  (document, expression, options) => {
    const args = evalExpr(document as never, expression as never, options) as Args
    return work(args, clockOf(args.timezone))
  }

const part = (read: (wall: Date) => number): Operator =>
  operator((args, { wall }) => {
    const date = dateIn(isDate(args) ? args : args?.date)
    return date && read(wall(date))
  })

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayLength) + 1

const isoWeek = (date: Date): number => {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayLength)
  return Math.ceil(dayOfYear(thursday) / 7)
}

const moves = (sign: 1 | -1): Operator =>
  operator(({ startDate, amount, unit }, clock) => {
    const date = dateIn(startDate)
    if (date === null || amount === null || amount === undefined) return null
    if (!Number.isInteger(amount)) throw new Error('$dateAdd expects integer amount of time units')
    return added(date, sign * Number(amount), unit as Unit, clock)
  })

const pad = (value: number, length: number) => String(value).padStart(length, '0')

const formatted = (format: string, wall: Date): string =>
  format.replace(/%([YmdHMSL])/g, (_, letter: string) => {
    const iso = wall.toISOString()
    const places: Readonly<Record<string, readonly [number, number]>> = {
      Y: [0, 4],
      m: [5, 7],
      d: [8, 10],
      H: [11, 13],
      M: [14, 16],
      S: [17, 19],
      L: [20, 23],
    }
    const [from, to] = places[letter] ?? [0, 0]
    return pad(Number(iso.slice(from, to)), to - from)
  })

export const dateOperators: { readonly [name: string]: Operator } = {
  $dateTrunc: operator(({ date, unit, startOfWeek = 'sunday' }, { wall, instant }) => {
    const given = dateIn(date)
    return given && instant(cut(wall(given), unit as Unit, String(startOfWeek)))
  }),
  $dateAdd: moves(1),
  $dateSubtract: moves(-1),
  $dateDiff: operator(({ startDate, endDate, unit }, clock) => {
    const [from, to] = [dateIn(startDate), dateIn(endDate)]
    return from && to && crossed(from, to, unit as Unit, clock)
  }),
  $dateToString: operator(({ date, format }, { wall }) => {
    const given = dateIn(date)
    return given && formatted(String(format), wall(given))
  }),
  $dateFromString: operator((args, { instant }) => {
    const { dateString, onError } = args
    if (dateString === null || dateString === undefined) return args.onNull ?? null
    const text = String(dateString)
    const wall = new Date(`${text.length === 10 ? `${text}T00:00:00` : text}Z`)
    if (!Number.isNaN(wall.getTime())) return instant(wall)
    if ('onError' in args) return onError
    throw new Error(`Error parsing date string '${text}'`)
  }),
  $second: part((date) => date.getUTCSeconds()),
  $minute: part((date) => date.getUTCMinutes()),
  $hour: part((date) => date.getUTCHours()),
  $dayOfWeek: part((date) => date.getUTCDay() + 1),
  $dayOfMonth: part((date) => date.getUTCDate()),
  $dayOfYear: part(dayOfYear),
  $isoWeek: part(isoWeek),
  $month: part((date) => date.getUTCMonth() + 1),
  $year: part((date) => date.getUTCFullYear()),
}
