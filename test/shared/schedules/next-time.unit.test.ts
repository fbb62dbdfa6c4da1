import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nextTime } from '../../../shared/schedules/next-time.ts'
import type { Schedule } from '../../../shared/schedules/schedule.ts'
import { scheduleFrames, weekdays } from '../../../shared/schedules/schedule.ts'

const hourly: Schedule = { type: 'hourly', hour: null, day: null, frame: null }
const daily = (hour: number): Schedule => ({ ...hourly, type: 'daily', hour })
const weekly = (day: Schedule['day'], hour: number): Schedule => ({
  ...hourly,
  type: 'weekly',
  hour,
  day,
})
const monthly = (frame: Schedule['frame'], day: Schedule['day'], hour: number): Schedule => ({
  type: 'monthly',
  hour,
  day,
  frame,
})

/** All times from a moment on until another one. */
const between = (schedule: Schedule, zone: string, from: string, until: string): string[] => {
  const times: string[] = []
  let time = nextTime(schedule, zone, new Date(from))
  while (time < new Date(until)) {
    times.push(time.toISOString().slice(0, 16))
    time = nextTime(schedule, zone, time)
  }
  return times
}

test.each([
  ['hourly', hourly, 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T01:00'],
  ['hourly, a zone between hours', hourly, 'Asia/Kolkata', '2026-01-01T00:00Z', '2026-01-01T00:30'],
  ['daily', daily(8), 'America/New_York', '2026-01-05T12:59Z', '2026-01-05T13:00'],
  ['daily, the next day', daily(8), 'America/New_York', '2026-01-05T13:00Z', '2026-01-06T13:00'],
  [
    'daily, a day ahead of UTC',
    daily(1),
    'Pacific/Kiritimati',
    '2026-01-05T00:00Z',
    '2026-01-05T11:00',
  ],
  ['weekly', weekly('mon', 9), 'Europe/Berlin', '2026-03-02T08:00Z', '2026-03-09T08:00'],
  [
    'the first of a month',
    monthly('first', null, 0),
    'UTC',
    '2026-01-01T00:00Z',
    '2026-02-01T00:00',
  ],
  [
    'the middle of a month',
    monthly('mid', null, 6),
    'UTC',
    '2026-02-15T05:59Z',
    '2026-02-15T06:00',
  ],
  [
    'the last of a leap February',
    monthly('last', null, 6),
    'UTC',
    '2028-02-01T00:00Z',
    '2028-02-29T06:00',
  ],
  ['the first Monday', monthly('first', 'mon', 6), 'UTC', '2026-06-01T06:00Z', '2026-07-06T06:00'],
  ['the last Friday', monthly('last', 'fri', 6), 'UTC', '2026-12-25T06:00Z', '2027-01-29T06:00'],
])('%s', (_, schedule, zone, after, expected) => {
  expect(nextTime(schedule, zone, new Date(after)).toISOString().slice(0, 16)).toBe(expected)
})

describe('when clocks change', () => {
  test('an hour they skip is taken once, right after the gap', () => {
    // New York goes from 2:00 to 3:00 on 8 March 2026, at 7:00 UTC.
    expect(between(daily(2), 'America/New_York', '2026-03-07T12:00Z', '2026-03-10T00:00Z')).toEqual(
      ['2026-03-08T07:00', '2026-03-09T06:00'],
    )
  })

  test('an hour they repeat is taken once, the first time', () => {
    // New York goes from 2:00 back to 1:00 on 1 November 2026, at 6:00 UTC.
    expect(between(daily(1), 'America/New_York', '2026-10-31T12:00Z', '2026-11-03T00:00Z')).toEqual(
      ['2026-11-01T05:00', '2026-11-02T06:00'],
    )
  })

  test.each([
    ['New York, forth', 'America/New_York', '2026-03-08T04:30Z', ['05', '06', '07', '08']],
    ['New York, back', 'America/New_York', '2026-11-01T04:30Z', ['05', '06', '07', '08']],
  ])('by the hour, every hour that passes counts once: %s', (_, zone, from, hours) => {
    const day = from.slice(0, 10)
    expect(between(hourly, zone, from, `${day}T08:30Z`)).toEqual(
      hours.map((it) => `${day}T${it}:00`),
    )
  })

  test('half an hour at Lord Howe leaves no hour without its full', () => {
    const times = between(hourly, 'Australia/Lord_Howe', '2026-04-04T12:15Z', '2026-04-04T18:15Z')
    expect(new Set(times).size).toBe(times.length)
    expect(times.length).toBeGreaterThanOrEqual(5)
  })
})

const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const anyHour = fc.integer({ min: 0, max: 23 })
const anyDay = fc.constantFrom(...weekdays)
const anySchedule: fc.Arbitrary<Schedule> = fc.oneof(
  anyHour.map(daily),
  fc.tuple(anyDay, anyHour).map(([day, hour]) => weekly(day, hour)),
  fc
    .tuple(fc.constantFrom(...scheduleFrames), fc.option(anyDay), anyHour)
    .map(([frame, day, hour]) => monthly(frame, frame === 'mid' ? null : day, hour)),
)

const localDay = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)
const localHour = (time: Date, timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(time),
  )

test('whatever the schedule, the zone and the moment: once a day at most, at its hour, none left out', () => {
  const moment = fc.date({
    min: new Date('2025-01-01'),
    max: new Date('2031-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(anySchedule, fc.constantFrom(...zones), moment, (schedule, zone, after) => {
      const first = nextTime(schedule, zone, after)
      const second = nextTime(schedule, zone, first)
      expect(first.getTime()).toBeGreaterThan(after.getTime())
      expect(second.getTime()).toBeGreaterThan(first.getTime())
      expect(localDay(second, zone)).not.toBe(localDay(first, zone))
      const late = localHour(first, zone) - (schedule.hour ?? 0)
      expect([0, 1]).toContain(late)
      // From anywhere in between, it is still the second: none is left out and none comes twice.
      const between = new Date((first.getTime() + second.getTime()) / 2)
      expect(nextTime(schedule, zone, between)).toEqual(second)
    }),
    { numRuns: 300, seed: 7 },
  )
})
