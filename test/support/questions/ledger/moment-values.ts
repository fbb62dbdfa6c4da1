import { at, but, type Case, day, m } from './reference.ts'

const month = 'cast(extract(month from due) as integer)'

/** What formulas of moments are, entry by entry. */
export const momentValues: readonly Case[] = [
  ['get-year', (l) => ['get-year', at(l)], 'extract(year from at)'],
  ['get-quarter', (l) => ['get-quarter', at(l)], 'extract(quarter from at)'],
  ['get-month', (l) => ['get-month', at(l)], 'extract(month from at)'],
  ['get-day', (l) => ['get-day', day(l)], 'extract(day from due)'],
  ['get-hour', (l) => ['get-hour', at(l)], 'extract(hour from at)'],
  ['get-minute', (l) => ['get-minute', at(l)], 'extract(minute from at)'],
  [
    'get-second',
    (l) => ['get-second', at(l)],
    { postgres: 'floor(extract(second from at))', mysql: 'second(at)', h2: 'second(at)' },
  ],
  [
    'get-day-of-week: Sunday is 1',
    (l) => ['get-day-of-week', day(l)],
    {
      postgres: 'extract(dow from due) + 1',
      mysql: 'dayofweek(due)',
      h2: 'mod(extract(iso_day_of_week from due), 7) + 1',
    },
  ],
  [
    'get-day-of-week of ISO: Monday is 1',
    (l) => ['get-day-of-week', day(l), 'iso'],
    {
      postgres: 'extract(isodow from due)',
      mysql: 'weekday(due) + 1',
      h2: 'extract(iso_day_of_week from due)',
    },
  ],
  [
    'get-week of ISO',
    (l) => ['get-week', day(l), 'iso'],
    { postgres: 'extract(week from due)', mysql: 'weekofyear(due)', h2: 'iso_week(due)' },
  ],
  [
    'get-week of the US',
    (l) => ['get-week', day(l), 'us'],
    {
      postgres:
        "(extract(doy from due) + extract(dow from date_trunc('year', due)) - 1)::int / 7 + 1",
      mysql: 'floor((dayofyear(due) + dayofweek(makedate(year(due), 1)) - 2) / 7) + 1',
      h2: "floor((extract(day_of_year from due) + mod(extract(iso_day_of_week from date_trunc('year', due)), 7) - 1) / 7) + 1",
    },
  ],
  [
    'month-name',
    (l) => ['month-name', ['get-month', day(l)]],
    `substring('JanFebMarAprMayJunJulAugSepOctNovDec' from (${month} - 1) * 3 + 1 for 3)`,
  ],
  [
    'quarter-name',
    (l) => ['quarter-name', ['get-quarter', day(l)]],
    but("concat('Q', quarter(due))", "'Q' || extract(quarter from due)"),
  ],
  [
    'day-name',
    (l) => ['day-name', ['get-day-of-week', day(l)]],
    { postgres: "to_char(due, 'FMDay')", mysql: 'dayname(due)', h2: 'dayname(due)' },
  ],
  [
    'day-of-year',
    (l) => ['temporal-extract', day(l), 'day-of-year'],
    { postgres: 'extract(doy from due)', mysql: 'dayofyear(due)', h2: 'day_of_year(due)' },
  ],
  [
    'datetime-add of a month',
    (l) => ['datetime-add', at(l), 1, 'month'],
    "at + interval '1' month",
  ],
  [
    'datetime-add of a column',
    (l) => ['datetime-add', at(l), m(l), 'hour'],
    {
      postgres: "at + m * interval '1 hour'",
      mysql: 'at + interval m hour',
      h2: 'dateadd(hour, m, at)',
    },
  ],
  [
    'datetime-subtract of weeks',
    (l) => ['datetime-subtract', at(l), 2, 'week'],
    "at - interval '14' day",
  ],
  [
    'datetime-diff of hours',
    (l) => ['datetime-diff', '2022-01-01T00:00:00', at(l), 'hour'],
    {
      postgres: "floor(extract(epoch from at - timestamp '2022-01-01') / 3600)",
      mysql: "timestampdiff(hour, '2022-01-01', at)",
      h2: "datediff(second, timestamp '2022-01-01 00:00:00', at) / 3600",
    },
  ],
  [
    'datetime-diff of months, back',
    (l) => ['datetime-diff', day(l), '2022-01-01', 'month'],
    {
      postgres: '-(extract(year from due) * 12 + extract(month from due) - 2022 * 12 - 1)',
      mysql: "-timestampdiff(month, '2022-01-01', due)",
      h2: "-datediff(month, date '2022-01-01', due)",
    },
  ],
  [
    'convert-timezone',
    (l) => ['convert-timezone', at(l), '+02:00', 'UTC'],
    "at + interval '2' hour",
  ],
  ['date', (l) => ['date', at(l)], 'cast(at as date)'],
]
