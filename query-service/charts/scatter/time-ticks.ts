import type { Moment } from '../../engine/format/moment.ts'
import { type Ticks, ticksAt } from '../cartesian/ticks.ts'

const minute = 60_000
const hour = 60 * minute
export const day = 24 * hour

/** Lengths of time people count in, in milliseconds. */
const steps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * minute),
  ...[1, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 7, 14, 30, 60, 90, 180, 365, 730, 1_825, 3_650].map((days) => days * day),
]

/** The wall clock as a place along an axis, in milliseconds. */
export const placeOf = ({ year, month, day: date, ...time }: Moment): number => {
  const { hour: hours, minute: minutes, second, millisecond } = time
  // Years below 100 would be taken for those of the last century.
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, date)
  return at.setUTCHours(hours, minutes, second, millisecond)
}

/** Evenly apart, about so many as there is room for. */
export const timeTicks = (low: number, high: number, wanted: number): Ticks => {
  const least = Math.max(high - low, minute) / wanted
  const interval = steps.find((step) => step >= least) ?? Math.ceil(least / day) * day
  const grain = Math.min(interval, day)
  const start = Math.floor(low / grain) * grain
  const { values, max } = ticksAt(0, high - start, interval)
  return { min: start, max: start + max, interval, values: values.map((it) => start + it) }
}

/** A place along the axis as the cell that says it. */
export const cellAt = (place: number): string => {
  const at = new Date(place)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 19)
}
