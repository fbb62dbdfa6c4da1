import { describe, expect, test } from '@jest/globals'
import { cronPattern, dueBySchedule } from '../../../command-service/reactors/schedules.ts'
import { databaseProjection } from '../../../projections/database.ts'
import type { Schedule } from '../../../shared/contract/database-records.ts'
import { type DatabaseRow, databases } from '../../../shared/views/database.ts'
import { projected } from '../../support/memory-tables.ts'
import { databaseConnected } from '../../support/projection-lab.ts'

const schedule = (type: Schedule['schedule_type'], extra: Partial<Schedule> = {}): Schedule => ({
  schedule_type: type,
  schedule_hour: null,
  schedule_day: null,
  schedule_frame: null,
  ...extra,
})

test.each([
  [schedule('hourly'), '7 * * * *'],
  [schedule('daily'), '7 0 * * *'],
  [schedule('daily', { schedule_hour: 13 }), '7 13 * * *'],
  [schedule('weekly', { schedule_hour: 2, schedule_day: 'wed' }), '7 2 * * 3'],
  [schedule('weekly'), '7 0 * * 0'],
  [schedule('monthly', { schedule_frame: 'first' }), '7 0 1 * *'],
  [schedule('monthly', { schedule_frame: 'mid', schedule_hour: 5 }), '7 5 15 * *'],
  [schedule('monthly', { schedule_frame: 'last' }), '7 0 L * *'],
  [schedule('monthly', { schedule_frame: 'first', schedule_day: 'mon' }), '7 0 * * 1#1'],
  [schedule('monthly', { schedule_frame: 'last', schedule_day: 'fri' }), '7 0 * * 5#L'],
])('%j is %s', (given, pattern) => expect(cronPattern(given, 1)).toBe(pattern))

test('databases do not all wake up in the same minute', () => {
  const minutes = Array.from({ length: 20 }, (_, id) => cronPattern(schedule('hourly'), id))
  expect(new Set(minutes).size).toBe(20)
})

describe('a database is due', () => {
  const [row] = projected([databaseProjection], databaseConnected(1)).rows(databases)
  if (!row) throw new Error('it is not connected')
  const at = (text: string) => new Date(`2026-03-${text}Z`)
  const database = (changes: Partial<DatabaseRow>): DatabaseRow => ({
    ...row,
    sync_requested_at: at('10T10:00:00').toISOString(),
    created_at: at('10T10:00:00').toISOString(),
    schedules: {
      metadata_sync: schedule('hourly'),
      cache_field_values: schedule('monthly', { schedule_frame: 'last', schedule_day: 'tue' }),
    },
    ...changes,
  })

  test.each([
    ['10T10:06:59', false, false],
    ['10T10:07:00', true, false],
    ['31T00:06:59', true, false],
    ['31T00:07:00', true, true],
  ])('at %s: sync %s, scan %s', (now, sync, scan) => {
    expect(dueBySchedule(database({}), at(now))).toEqual({ sync, scan })
  })

  test('once for each time', () => {
    const asked = database({ sync_requested_at: at('10T10:07:00').toISOString() })
    expect(dueBySchedule(asked, at('10T11:06:59')).sync).toBe(false)
    expect(dueBySchedule(asked, at('10T11:07:00')).sync).toBe(true)
  })

  test('never without a schedule, nor for a scan that is not wanted', () => {
    const none = database({ schedules: {} })
    expect(dueBySchedule(none, at('31T23:00:00'))).toEqual({ sync: false, scan: false })
    const light = database({ is_full_sync: false })
    expect(dueBySchedule(light, at('31T23:00:00')).scan).toBe(false)
  })
})
