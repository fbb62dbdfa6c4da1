import type { Schedules } from '../../shared/contract/database-records.ts'

/**
 * What a new database gets: a sync an hour and a scan of field values a day, at a moment of its own
 * so that many databases do not wake up together.
 */
export const defaultSchedules = (databaseId: number): Schedules => ({
  metadata_sync: {
    schedule_type: 'hourly',
    schedule_hour: null,
    schedule_day: null,
    schedule_frame: null,
  },
  cache_field_values: {
    schedule_type: 'daily',
    schedule_hour: databaseId % 24,
    schedule_day: null,
    schedule_frame: null,
  },
})
