import { expect, test } from '@jest/globals'
import { openCollections } from '../../../support/pipeline-shop.ts'

const int = ['int', 'type/Integer'] as const
const date = ['date', 'type/DateTimeWithLocalTZ'] as const

const at = (iso: string) => new Date(iso)
const { lab, table, field } = openCollections(
  { events: { id: int, at: date } },
  {
    events: [
      { id: 1, at: at('2024-03-10T04:59:59.5Z') },
      { id: 2, at: at('2024-03-10T05:00:00Z') },
      { id: 3, at: at('2024-03-11T03:59:59Z') },
      { id: 4, at: at('2024-11-03T06:30:00Z') },
      { id: 5 },
    ],
  },
)
const when = field('events.at')
const zone = { timeZone: 'America/New_York' }
const ask = (query: object) => lab.ask({ 'source-table': table('events'), ...query }, zone)
const bucket = (unit: string) =>
  ask({
    aggregation: ['count'],
    breakout: [field('events.at', { 'temporal-unit': unit })],
    filter: ['not-null', when],
  })

test('cuts buckets across a change of the clock', async () => {
  expect(await bucket('day')).toEqual([
    ['2024-03-09T00:00:00-05:00', 1],
    ['2024-03-10T00:00:00-05:00', 2],
    ['2024-11-03T00:00:00-04:00', 1],
  ])
  expect(await bucket('week')).toEqual([
    ['2024-03-03T00:00:00-05:00', 1],
    ['2024-03-10T00:00:00-05:00', 2],
    ['2024-11-03T00:00:00-04:00', 1],
  ])
  expect(await bucket('hour-of-day')).toEqual([
    [0, 1],
    [1, 1],
    [23, 2],
  ])
  expect(await bucket('day-of-week')).toEqual([
    [1, 3],
    [7, 1],
  ])
})

test('settles what a date means in a filter', async () => {
  const ids = async (filter: unknown) =>
    (await ask({ fields: [field('events.id')], filter })).map(([id]) => id)
  expect(await ids(['=', when, '2024-03-10'])).toEqual([2, 3])
  expect(await ids(['<', when, '2024-03-10T00:00:00'])).toEqual([1])
  expect(await ids(['>=', when, '2024-03-10T05:00:00Z'])).toEqual([2, 3, 4])
  expect(await ids(['=', ['get-month', when], 11])).toEqual([4])
})

test('tells dates and wall clocks as such', async () => {
  const expressions = {
    day: ['date', when],
    next: ['datetime-add', ['date', when], 1, 'day'],
    tokyo: ['convert-timezone', when, 'Asia/Tokyo'],
    days: ['datetime-diff', when, '2024-03-12', 'day'],
    hours: ['datetime-diff', when, '2024-03-12', 'hour'],
    later: ['datetime-add', when, 1, 'month'],
    text: ['text', when],
    read: ['datetime', ['concat', '2024-07-01', ' 12:00:00']],
  }
  const fields = Object.keys(expressions).map((name) => ['expression', name])
  const query = { expressions, fields, filter: ['=', field('events.id'), 1, 3, 5] }
  const [first, third, none] = await ask(query)
  expect(first).toEqual([
    '2024-03-09T00:00:00-05:00',
    '2024-03-10T00:00:00-05:00',
    '2024-03-10T13:59:59.5-04:00',
    3,
    47,
    '2024-04-09T23:59:59.5-04:00',
    '2024-03-09T23:59:59.5',
    '2024-07-01T12:00:00-04:00',
  ])
  expect(third?.slice(0, 5)).toEqual([
    '2024-03-10T00:00:00-05:00',
    '2024-03-11T00:00:00-04:00',
    '2024-03-11T12:59:59-04:00',
    2,
    24,
  ])
  expect(none?.slice(0, 7)).toEqual(Array.from({ length: 7 }).fill(null))
})
