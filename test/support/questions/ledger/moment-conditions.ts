import { at, type Case, day } from './reference.ts'

/** Conditions on where in the calendar a moment lies. */
export const momentConditions: readonly Case[] = [
  ['a day has all its hours', (l) => ['=', at(l), '2023-03-05'], "cast(at as date) = '2023-03-05'"],
  ['= of days', (l) => ['=', day(l), '2023-03-05'], "due = '2023-03-05'"],
  [
    'not that day, nulls kept',
    (l) => ['!=', at(l), '2023-03-05'],
    "at is null or cast(at as date) <> '2023-03-05'",
  ],
  ['up to and with a day', (l) => ['<=', at(l), '2023-06-15'], "at < '2023-06-16'"],
  ['before a day', (l) => ['<', at(l), '2023-06-15'], "at < '2023-06-15'"],
  ['after a day', (l) => ['>', at(l), '2023-06-15'], "at >= '2023-06-16'"],
  ['from a day on', (l) => ['>=', at(l), '2023-06-15'], "at >= '2023-06-15'"],
  [
    'between days, all of the last',
    (l) => ['between', at(l), '2023-02-01', '2023-06-15'],
    "at >= '2023-02-01' and at < '2023-06-16'",
  ],
  [
    'between days of days',
    (l) => ['between', day(l), '2023-02-01', '2023-06-15'],
    "due between '2023-02-01' and '2023-06-15'",
  ],
  [
    'between date-times: to the second',
    (l) => ['between', at(l), '2023-02-01T00:00:00', '2023-06-15T12:00:00'],
    "at between '2023-02-01 00:00:00' and '2023-06-15 12:00:00'",
  ],
  ['> a date-time', (l) => ['>', at(l), '2023-06-15T12:00:00'], "at > '2023-06-15 12:00:00'"],
  [
    'not between days',
    (l) => ['not', ['between', day(l), '2023-02-01', '2023-06-15']],
    "due < '2023-02-01' or due > '2023-06-15'",
  ],
  [
    'a month',
    (l) => ['=', at(l, 'month'), '2023-03-05'],
    "at >= '2023-03-01' and at < '2023-04-01'",
  ],
  ['up to a quarter', (l) => ['<=', at(l, 'quarter'), '2023-05-05'], "at < '2023-07-01'"],
  [
    'a year',
    (l) => ['=', day(l, 'year'), '2023-07-01'],
    "due between '2023-01-01' and '2023-12-31'",
  ],
  [
    'a week, from Sunday',
    (l) => ['=', day(l, 'week'), '2023-03-08'],
    "due between '2023-03-05' and '2023-03-11'",
  ],
  [
    'after an hour',
    (l) => ['>', at(l, 'hour'), '2023-03-05T10:30:00'],
    "at >= '2023-03-05 11:00:00'",
  ],
  [
    'months of any year',
    (l) => ['=', at(l, 'month-of-year'), 1, 2],
    'extract(month from at) in (1, 2)',
  ],
  ['hours of any day', (l) => ['>=', at(l, 'hour-of-day'), 18], 'extract(hour from at) >= 18'],
  [
    'days of months',
    (l) => ['=', day(l, 'day-of-month'), 1, 15],
    'extract(day from due) in (1, 15)',
  ],
  [
    'quarters of any year',
    (l) => ['=', day(l, 'quarter-of-year'), 4],
    'extract(month from due) >= 10',
  ],
  [
    'Sundays and Saturdays',
    (l) => ['=', day(l, 'day-of-week'), 1, 7],
    {
      postgres: 'extract(dow from due) in (0, 6)',
      mysql: 'dayofweek(due) in (1, 7)',
      h2: 'extract(iso_day_of_week from due) in (6, 7)',
    },
  ],
  [
    'during a month',
    (l) => ['during', at(l), '2023-03', 'month'],
    "at >= '2023-03-01' and at < '2023-04-01'",
  ],
  [
    'during a day',
    (l) => ['during', at(l), '2023-03-05', 'day'],
    "cast(at as date) = '2023-03-05'",
  ],
  [
    'during a year',
    (l) => ['during', day(l), '2023', 'year'],
    "due between '2023-01-01' and '2023-12-31'",
  ],
  [
    'during a quarter',
    (l) => ['during', day(l), '2023-05-01', 'quarter'],
    "due between '2023-04-01' and '2023-06-30'",
  ],
  [
    'plus an interval',
    (l) => ['<', ['+', at(l), ['interval', 1, 'month']], '2023-01-01T00:00:00'],
    "at < '2022-12-01'",
  ],
  ['the long past is over', (l) => ['time-interval', at(l), -2, 'day'], "at > '2100-01-01'"],
  ['a thousand years up to now', (l) => ['time-interval', at(l), -1000, 'year'], 'at is not null'],
  ['before now', (l) => ['<', at(l), ['now']], 'at is not null'],
]
