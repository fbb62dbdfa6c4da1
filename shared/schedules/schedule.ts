import { z } from 'zod'

export const scheduleTypes = ['hourly', 'daily', 'weekly', 'monthly'] as const
/** As `Date` counts them: Sunday is 0. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export const scheduleFrames = ['first', 'mid', 'last'] as const

/**
 * When something happens again, on the hour. Each type says what it needs: daily an hour, weekly an
 * hour and a day, monthly an hour and a frame; `mid` is the 15th, `first` and `last` are days of the
 * month or, with a day, the first or last such weekday.
 */
export const schedule = z.object({
  type: z.enum(scheduleTypes),
  hour: z.int().min(0).max(23).nullable(),
  day: z.enum(weekdays).nullable(),
  frame: z.enum(scheduleFrames).nullable(),
})
export type Schedule = z.infer<typeof schedule>
