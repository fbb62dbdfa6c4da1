import type { LabEngine } from '../engine-lab.ts'

/** A column of the orders by its name. */
export const field = (name: string, unit?: string) => [
  'field',
  name,
  { 'base-type': 'type/*', ...(unit === undefined ? {} : { 'temporal-unit': unit }) },
]
export const status = field('status')
export const total = field('total')
export const quantity = field('quantity')
export const createdAt = field('created_at')
export const shippedOn = field('shipped_on')
export const loadedAt = field('loaded_at')

type Expected = readonly number[] | { readonly [E in LabEngine | 'mongo']: readonly number[] }

/** A filter and the ids of the rows it keeps. */
export const filters: readonly (readonly [string, unknown, Expected])[] = [
  [
    "= follows the engine's collation",
    ['=', status, 'new'],
    { postgres: [1], mysql: [1, 2], h2: [1], mongo: [1] },
  ],
  ['= of many', ['=', status, 'paid', 'naïve'], [6, 7]],
  ['= null', ['=', status, null], [3]],
  ['= or null', ['=', status, 'paid', null], [3, 6]],
  ['= of an empty list', ['in', status, []], []],
  ['!= keeps nulls', ['!=', status, 'paid'], [1, 2, 3, 4, 5, 7]],
  ['!= of many keeps nulls', ['!=', quantity, 1, 2], [3, 4, 5, 6, 7]],
  ['!= null', ['!=', status, null], [1, 2, 4, 5, 6, 7]],
  ['!= or null', ['!=', status, 'paid', null], [1, 2, 4, 5, 7]],
  ['not =', ['not', ['=', quantity, 1]], [2, 3, 4, 5, 6, 7]],
  ['not < drops nulls', ['not', ['<', quantity, 4]], [4, 6, 7]],
  ['<', ['<', total, 10.5], [4, 5]],
  ['<= a decimal, exactly', ['<=', total, 10.5], [1, 4, 5, 6]],
  ['> a fraction beside integers', ['>', quantity, 5.5], [6, 7]],
  ['= 99.99', ['=', total, 99.99], [7]],
  ['= beyond 2^53', ['=', field('views'), '9007199254740993'], [1]],
  ['not beyond 2^53', ['=', field('views'), '9007199254740992'], []],
  ['beyond 64 bits', ['<', field('views'), '99999999999999999999'], [1, 2, 4, 5, 6, 7]],
  ['a float', ['between', field('score'), 0.5, 2.5], [1, 2, 4]],
  ['a boolean', ['=', field('paid'), true], [1, 4, 6]],
  ['between', ['between', quantity, 2, 4], [2, 3, 4]],
  ['not between', ['not', ['between', quantity, 2, 6]], [1, 7]],
  ['another field', ['>', total, quantity], [1, 2, 6, 7]],
  ['contains, case counts', ['contains', status, 'ew'], [1, 2]],
  ['starts-with, case counts', ['starts-with', status, 'n'], [1, 7]],
  ['starts-with, any case', ['starts-with', status, 'N', { 'case-sensitive': false }], [1, 2, 7]],
  ['accents count', ['contains', status, 'naive'], []],
  ['accents count in any case too', ['contains', status, 'NAÏ', { 'case-sensitive': false }], [7]],
  ['ends-with', ['ends-with', status, '!'], [5]],
  ['% is a per cent sign', ['contains', status, '%'], [5]],
  ['_ is an underscore', ['contains', status, '0%_o'], [5]],
  ['a backslash is a backslash', ['contains', status, '\\'], []],
  ['the empty text is in every text', ['contains', status, ''], [1, 2, 4, 5, 6, 7]],
  ['contains of many', ['contains', {}, status, 'aid', 'off'], [5, 6]],
  ['does-not-contain keeps nulls', ['does-not-contain', status, 'ew'], [3, 4, 5, 6, 7]],
  ['contains in numbers', ['contains', total, '.5'], [1, 6]],
  ['is-null', ['is-null', total], [3]],
  ['not-null', ['not-null', quantity], [1, 2, 3, 4, 6, 7]],
  ['is-empty of text', ['is-empty', status], [3, 4]],
  ['not-empty of text', ['not-empty', status], [1, 2, 5, 6, 7]],
  ['is-empty of dates', ['is-empty', shippedOn], [3]],
  [
    'and, or, not',
    ['and', ['>', quantity, 1], ['or', ['=', total, 20], ['not', ['not-null', total]]]],
    [2, 3],
  ],
  ['a day of date-times', ['=', createdAt, '2024-02-29'], [1, 2]],
  ['not that day, nulls kept', ['!=', createdAt, '2024-02-29'], [3, 4, 5, 6, 7]],
  ['up to and with a day', ['<=', createdAt, '2024-02-29'], [1, 2, 7]],
  ['after a day', ['>', createdAt, '2024-02-29'], [3, 4, 6]],
  ['between days', ['between', createdAt, '2024-02-29', '2024-03-01'], [1, 2, 3]],
  ['several days', ['=', createdAt, '2024-02-29', '2024-12-31'], [1, 2, 6]],
  ['an exact date-time', ['=', createdAt, '2024-02-29T00:00:00'], [1]],
  ['microseconds', ['>=', createdAt, '2024-02-29T23:59:59.999999'], [2, 3, 4, 6]],
  ['a date of dates', ['=', shippedOn, '2024-02-29'], [1]],
  ['a month', ['=', field('created_at', 'month'), '2024-02-15'], [1, 2]],
  ['a quarter of dates', ['=', field('shipped_on', 'quarter'), '2024-02-01'], [1, 2, 4]],
  ['before a week', ['<', field('shipped_on', 'week'), '2024-03-05'], [1, 2, 5, 7]],
  ['a month of the year', ['=', field('created_at', 'month-of-year'), 12], [6]],
  ['an hour', ['=', field('opened_at', 'hour'), '09:00'], [2]],
  ['a time', ['<', field('opened_at'), '08:30:01'], [1, 5]],
  ['an instant with an offset', ['>=', loadedAt, '2024-03-01T01:30:00+01:00'], [2, 4, 6]],
  ['the day of an instant', ['=', field('loaded_at', 'day'), '2024-03-01T12:00:00Z'], [2]],
]
