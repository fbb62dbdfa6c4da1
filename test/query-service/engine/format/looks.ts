import type { ColumnSettings } from '../../../../shared/contract/visualization-settings.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'

/** What a cell of a type looks like under settings. */
export type Look = readonly [
  baseType: BaseType,
  settings: ColumnSettings,
  cell: string,
  text: string,
  more?: { readonly semanticType?: string; readonly unit?: string },
]

const inline = { currency_in_header: false } as const

const numbers: readonly Look[] = [
  ['type/Decimal', { decimals: 2 }, '5', '5.00'],
  ['type/Decimal', { decimals: 0 }, '12345.5', '12,346'],
  ['type/Decimal', { decimals: 4 }, '-0.00001', '0.0000'],
  ['type/Float', { decimals: 3 }, '1e21', '1,000,000,000,000,000,000,000.000'],
  ['type/Decimal', { number_separators: ',.' }, '1234567.891', '1.234.567,89'],
  ['type/Decimal', { number_separators: ', ' }, '1234567.891', '1 234 567,89'],
  ['type/Decimal', { number_separators: '.’' }, '-1234567.5', '-1’234’567.5'],
  ['type/Integer', { number_separators: '.' }, '1234567', '1234567'],
  ['type/Integer', {}, '1234567', '1234567', { semanticType: 'type/PK' }],
  [
    'type/Integer',
    { number_separators: '.,' },
    '1234567',
    '1,234,567',
    { semanticType: 'type/FK' },
  ],
  ['type/Decimal', { scale: 0.01 }, '12345', '123.45'],
  ['type/Decimal', { scale: 1e-7 }, '30000000', '3'],
  ['type/BigInteger', { scale: 10 }, '9007199254740993', '90,071,992,547,409,930'],
  ['type/Integer', { scale: -1 }, '5', '-5'],
  ['type/Integer', { prefix: '~', suffix: ' km' }, '-1500', '~-1,500 km'],
  ['type/Integer', { number_style: 'percent' }, '12', '1,200%'],
  ['type/Decimal', { number_style: 'percent', decimals: 1 }, '0.12345', '12.3%'],
  ['type/Decimal', { number_style: 'decimal' }, '0.5', '0.5', { semanticType: 'type/Percentage' }],
  ['type/Decimal', { number_style: 'scientific' }, '12345.5432', '1.23E4'],
  ['type/Decimal', { number_style: 'scientific', decimals: 4 }, '12345.5432', '1.2346E4'],
  ['type/Decimal', { number_style: 'scientific' }, '-0.00099999', '-1E-3'],
  ['type/Integer', { number_style: 'scientific', decimals: 1 }, '99999', '1.0E5'],
  ['type/Integer', { number_style: 'scientific' }, '0', '0E0'],
  ['type/Decimal', { number_style: 'currency' }, '1234.5', '1,234.50'],
  ['type/Decimal', { number_style: 'currency', ...inline }, '-1234.5', '-$1,234.50'],
  ['type/Decimal', { currency: 'EUR', ...inline }, '1234.567', '€1,234.57'],
  ['type/Decimal', { currency: 'JPY', ...inline }, '1234.5', '¥1,235'],
  ['type/Decimal', { currency: 'CZK', currency_style: 'code', ...inline }, '5', 'CZK 5.00'],
  ['type/Decimal', { currency_style: 'name', ...inline }, '5', '5.00 US dollars'],
  ['type/Integer', { currency: 'CAD', decimals: 0, ...inline }, '5', 'CA$5'],
  ['type/Integer', {}, '5', '5.00', { semanticType: 'type/Cost' }],
  ['type/Float', { decimals: 2 }, '10.0646', '10.06° N', { semanticType: 'type/Latitude' }],
  ['type/Float', { suffix: '!' }, '-74', '74.00000000° W!', { semanticType: 'type/Longitude' }],
  ['type/Float', { decimals: 2, prefix: 'x' }, 'NaN', 'NaN'],
]

const moment = '2014-04-07T08:05:09.123456'

const moments: readonly Look[] = [
  ['type/Date', { date_style: 'D MMMM, YYYY' }, '2014-04-07', '7 April, 2014'],
  ['type/Date', { date_style: 'dddd, MMMM D, YYYY' }, '2014-04-07', 'Monday, April 7, 2014'],
  ['type/Date', { date_style: 'M/D/YYYY' }, '2014-04-07', '4/7/2014'],
  ['type/Date', { date_style: 'D/M/YYYY', date_separator: '.' }, '2014-04-07', '7.4.2014'],
  ['type/Date', { date_style: 'YYYY/MM/DD', date_separator: '-' }, '2014-04-07', '2014-04-07'],
  ['type/Date', { date_abbreviate: true }, '2014-09-07', 'Sep 7, 2014'],
  [
    'type/Date',
    { date_style: 'dddd, MMMM D, YYYY', date_abbreviate: true },
    '2014-04-07',
    'Mon, Apr 7, 2014',
  ],
  ['type/Date', { date_style: 'D [de] MMMM "YY"' }, '2014-04-07', '7 de April "14"'],
  ['type/Date', { time_enabled: 'seconds' }, '2014-04-07', 'April 7, 2014'],
  ['type/DateTime', { time_enabled: null }, moment, 'April 7, 2014'],
  ['type/DateTime', { time_enabled: 'seconds' }, moment, 'April 7, 2014, 8:05:09 AM'],
  [
    'type/DateTime',
    { time_enabled: 'milliseconds', time_style: 'HH:mm' },
    moment,
    'April 7, 2014, 08:05:09.123',
  ],
  ['type/DateTime', { time_style: 'h A' }, '2014-04-07T20:05:09', 'April 7, 2014, 8 PM'],
  ['type/DateTimeWithTZ', { time_style: 'H:mm' }, `${moment}-05:00`, 'April 7, 2014, 8:05'],
  ['type/Time', { time_style: 'HH:mm', time_enabled: 'seconds' }, '20:05:09.5', '20:05:09'],
  ['type/Time', { time_enabled: null }, '20:05:09', '8:05 PM'],
  ['type/Date', { date_style: 'D/M/YYYY' }, 'infinity', 'infinity'],
]

const units: readonly Look[] = [
  ['type/Date', { date_style: 'D/M/YYYY' }, '2014-04-01', '4/2014', { unit: 'month' }],
  ['type/Date', { date_style: 'YYYY/M/D' }, '2014-04-01', '2014/4', { unit: 'month' }],
  ['type/Date', { date_abbreviate: true }, '2014-04-01', 'Apr, 2014', { unit: 'month' }],
  ['type/Date', { date_style: 'YYYY/M/D' }, '2014-04-01', '2014 - Q2', { unit: 'quarter' }],
  ['type/Date', { date_style: 'D/M/YYYY' }, '2014-01-01', '2014', { unit: 'year' }],
  [
    'type/Date',
    { date_style: 'M/D/YYYY' },
    '2014-12-28',
    '12/28/2014 – 1/3/2015',
    { unit: 'week' },
  ],
  [
    'type/DateTime',
    { time_style: 'HH:mm' },
    '2014-04-01T13:00:00',
    'April 1, 2014',
    { unit: 'day' },
  ],
  [
    'type/DateTime',
    { time_style: 'HH:mm' },
    '2014-04-01T13:00:00',
    'April 1, 2014, 13:00',
    { unit: 'hour' },
  ],
  ['type/Integer', { date_abbreviate: true }, '2', 'Mon', { unit: 'day-of-week' }],
  ['type/Integer', { date_abbreviate: true }, '9', 'Sep', { unit: 'month-of-year' }],
  ['type/Integer', { time_style: 'HH:mm' }, '13', '13:00', { unit: 'hour-of-day' }],
]

const others: readonly Look[] = [
  ['type/Text', { decimals: 2, prefix: 'x', currency: 'EUR' }, '5', '5'],
  ['type/Boolean', { prefix: 'x' }, 'true', 'true'],
]

export const looks: readonly Look[] = [...numbers, ...moments, ...units, ...others]
