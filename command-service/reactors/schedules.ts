import { Cron } from 'croner'
import type { Schedule, Schedules } from '../../shared/contract/database-records.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'

const weekdays = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } as const

/** Spreads databases over the hour; the schedule itself knows no minutes. */
const minuteOf = (databaseId: number) => (databaseId * 7) % 60

const dayOfMonth = ({ schedule_frame: frame, schedule_day: day }: Schedule): string => {
  if (frame === 'mid') return '15 * *'
  const last = frame === 'last'
  if (!day) return last ? 'L * *' : '1 * *'
  return `* * ${weekdays[day]}#${last ? 'L' : '1'}`
}

/** A schedule as a cron pattern, in UTC. `mid` is the 15th; `first`/`last` a day or a weekday. */
export const cronPattern = (schedule: Schedule, databaseId: number): string => {
  const minute = minuteOf(databaseId)
  const hour = schedule.schedule_hour ?? 0
  switch (schedule.schedule_type) {
    case 'hourly':
      return `${minute} * * * *`
    case 'daily':
      return `${minute} ${hour} * * *`
    case 'weekly':
      return `${minute} ${hour} * * ${weekdays[schedule.schedule_day ?? 'sun']}`
    case 'monthly':
      return `${minute} ${hour} ${dayOfMonth(schedule)}`
  }
}

const isDue = (
  schedule: Schedule | null | undefined,
  since: string,
  now: Date,
  databaseId: number,
): boolean => {
  if (!schedule) return false
  const next = new Cron(cronPattern(schedule, databaseId), { timezone: 'UTC' }).nextRun(since)
  return next !== null && next <= now
}

/** Whether a database's schema or its field values are due to be read again. */
export const dueBySchedule = (database: DatabaseRow, now: Date) => {
  const schedules = database.schedules as Schedules
  const {
    id,
    sync_requested_at: synced,
    scan_requested_at: scanned,
    created_at: created,
  } = database
  return {
    sync: isDue(schedules.metadata_sync, synced, now, id),
    scan: database.is_full_sync && isDue(schedules.cache_field_values, scanned ?? created, now, id),
  }
}
