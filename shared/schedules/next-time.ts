import type { Schedule } from './schedule.ts'
import { weekdays } from './schedule.ts'
import { firstInstantAt, isFullHourAt, localDateAt } from './zone-clock.ts'

const quarterHour = 900_000
const dayMs = 86_400_000

/** A day as the instant it would begin at in UTC. */
type Day = number

const dayOf = (year: number, month: number, day: number): Day => Date.UTC(year, month, day)
const weekdayOf = (day: Day): number => new Date(day).getUTCDay()

/** The last day of the month is day 0 of the next one. */
const monthDay = ({ day: name, frame }: Schedule, year: number, month: number): Day => {
  if (frame === 'mid') return dayOf(year, month, 15)
  const edge = frame === 'last' ? dayOf(year, month + 1, 0) : dayOf(year, month, 1)
  if (name === null) return edge
  const wanted = weekdays.indexOf(name)
  const away = frame === 'last' ? weekdayOf(edge) - wanted : wanted - weekdayOf(edge)
  return edge + ((away + 7) % 7) * (frame === 'last' ? -dayMs : dayMs)
}

type Days = (schedule: Schedule, from: Day) => readonly Day[]

/** The days a schedule names from the day before `from` on, as many as hold the next one for sure. */
const daysFrom: { readonly [T in Exclude<Schedule['type'], 'hourly'>]: Days } = {
  daily: (_, from) => [-1, 0, 1, 2].map((days) => from + days * dayMs),
  weekly: ({ day }, from) => {
    const wanted = weekdays.indexOf(day ?? 'sun')
    return Array.from({ length: 16 }, (_, days) => from + (days - 1) * dayMs).filter(
      (one) => weekdayOf(one) === wanted,
    )
  },
  monthly: (schedule, from) => {
    const date = new Date(from)
    return [-1, 0, 1, 2].map((months) =>
      monthDay(schedule, date.getUTCFullYear(), date.getUTCMonth() + months),
    )
  },
}

const nextFullHour = (zone: string, after: number): number => {
  const first = (Math.floor(after / quarterHour) + 1) * quarterHour
  // Zones are off by quarters of an hour, and a change of clocks may leave an hour without its full.
  for (let instant = first; instant < first + 3 * 3_600_000; instant += quarterHour)
    if (isFullHourAt(instant, zone)) return instant
  return first
}

/**
 * The first time after `after` that a schedule names, on the clocks of an IANA zone. An hour that
 * clocks skip is taken right after the gap, one that they repeat the first time; by the hour, every
 * hour that passes counts once.
 */
export const nextTime = (schedule: Schedule, zone: string, after: Date): Date => {
  const { type } = schedule
  if (type === 'hourly') return new Date(nextFullHour(zone, after.getTime()))
  const days = daysFrom[type](schedule, localDateAt(after.getTime(), zone))
  const times = days.map((day) => firstInstantAt(day + (schedule.hour ?? 0) * 3_600_000, zone))
  const next = times.find((time) => time > after.getTime())
  if (next === undefined) throw new Error(`a ${type} schedule has no time after ${after}`)
  return new Date(next)
}
