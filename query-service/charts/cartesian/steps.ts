import { daysLater, type Moment, weekday } from '../../engine/format/moment.ts'

const secondsLater = (moment: Moment, seconds: number): Moment => {
  const { year, month, day, hour, minute, second } = moment
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second + seconds))
  return {
    ...moment,
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
}

const monthsLater = (moment: Moment, months: number): Moment => {
  const month = moment.month - 1 + months
  return { ...moment, year: moment.year + Math.floor(month / 12), month: (month % 12) + 1 }
}

/** The start of the next bucket. */
const nextOf = new Map<string | undefined, (moment: Moment) => Moment>([
  ['minute', (moment) => secondsLater(moment, 60)],
  ['hour', (moment) => secondsLater(moment, 3_600)],
  ['day', (moment) => daysLater(moment, 1)],
  ['week', (moment) => daysLater(moment, 7)],
  ['month', (moment) => monthsLater(moment, 1)],
  ['quarter', (moment) => monthsLater(moment, 3)],
  ['year', (moment) => monthsLater(moment, 12)],
])

const two = (number: number): string => String(number).padStart(2, '0')

/** The wall clock as text: its order is that of time. */
export const clockOf = ({ year, month, day, ...time }: Moment): string => {
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
  const millisecond = String(time.millisecond).padStart(3, '0')
  return `${String(year).padStart(6, '0')}-${two(month)}-${two(day)}T${clock}.${millisecond}`
}

/** A moment as a cell that says it. */
export const cellOf = (moment: Moment): string =>
  `${String(moment.year).padStart(4, '0')}${clockOf(moment).slice(6, 21)}`

/** The moments a unit apart that lie between two; none where that is not known, or too many. */
export const bucketsBetween = (
  from: Moment,
  to: Moment,
  unit: string | undefined,
  most: number,
): readonly Moment[] => {
  const next = nextOf.get(unit)
  if (!next) return []
  const between: Moment[] = []
  const end = clockOf(to)
  for (let at = next(from); clockOf(at) < end; at = next(at)) {
    if (between.length >= most) return []
    between.push(at)
  }
  return between
}

/** How much of a unit has begun at a moment, the coarsest last. */
const begins: readonly (readonly [string, (moment: Moment) => boolean])[] = [
  ['minute', ({ second, millisecond }) => second === 0 && millisecond === 0],
  ['hour', ({ minute }) => minute === 0],
  ['day', ({ hour }) => hour === 0],
  ['month', ({ day }) => day === 1],
  ['quarter', ({ month }) => month % 3 === 1],
  ['year', ({ month }) => month === 1],
]

/** The unit that moments seem to be cut to, where nobody said which. */
export const unitOf = (moments: readonly Moment[]): string | undefined => {
  const [first] = moments
  if (!first || moments.length < 2) return undefined
  const broken = begins.findIndex(([, isBegun]) => !moments.every((it) => isBegun(it)))
  const unit = broken === -1 ? 'year' : begins[broken - 1]?.[0]
  const areWeeks = unit === 'day' && moments.every((it) => weekday(it) === weekday(first))
  return areWeeks ? 'week' : unit
}

/** Whether moments of a unit are known to follow each other. */
export const isKnownUnit = (unit: string | undefined): boolean => nextOf.has(unit)
