import { type Random, runningSums } from './random.ts'

const firstDay = Date.UTC(2022, 0, 1)
const dayMs = 86_400_000

/** The shop's days, from the first of 2022 to the last of 2025: numbers from 0. */
export const dayCount = 1461

const monthOf = (day: number) => new Date(firstDay + day * dayMs).getUTCMonth()
const weekdayOf = (day: number) => new Date(firstDay + day * dayMs).getUTCDay()

/** Busiest before the holidays, quiet in February and in high summer. */
const season = [0.86, 0.8, 0.94, 1, 1.06, 0.98, 0.84, 0.88, 0.98, 1.08, 1.42, 1.66]
/** From Sunday to Saturday. */
const weekday = [1.16, 0.98, 0.92, 0.9, 0.94, 1.06, 1.24]

/** How busy each day is, as running sums: three and a half times as busy at the end. */
export const orderDays = runningSums(
  Array.from({ length: dayCount }, (_, day) => {
    const growth = 1 + (2.5 * day) / dayCount
    return growth * (season[monthOf(day)] ?? 1) * (weekday[weekdayOf(day)] ?? 1)
  }),
)

/** When people sign up: a rush of the opening weeks, then steady growth. */
export const signUpDays = runningSums(
  Array.from({ length: dayCount }, (_, day) => {
    const opening = day < 45 ? 6 : 0
    return opening + 1 + (1.2 * day) / dayCount
  }),
)

/** Few at night, most in the evening. */
const hours = runningSums([
  2, 1, 1, 1, 1, 2, 4, 7, 9, 11, 12, 13, 14, 12, 11, 11, 12, 14, 17, 20, 21, 18, 11, 5,
])

/** Milliseconds since 1970 at some second of a day. */
export const momentOn = (random: Random, day: number): number =>
  firstDay + day * dayMs + (random.weighted(hours) * 3600 + random.between(0, 3599)) * 1000

/** The first moment that is no longer part of the data. */
export const endOfData = firstDay + dayCount * dayMs

export const dayOf = (moment: number): number => Math.floor((moment - firstDay) / dayMs)

/** 0 is January. */
export const monthOfMoment = (moment: number): number => new Date(moment).getUTCMonth()

export const timestamp = (moment: number): string => new Date(moment).toISOString()

export const date = (moment: number): string => timestamp(moment).slice(0, 10)
