import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formattedText, rawText } from '../../../../query-service/engine/format/cell-text.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'

const formatted = (
  baseType: BaseType,
  cell: string,
  { semanticType = null, unit }: { semanticType?: string | null; unit?: string } = {},
) => formattedText({ baseType, semanticType, unit })(cell)

describe('exact text', () => {
  test.each<[BaseType, string, string]>([
    ['type/Date', '2014-04-07', '2014-04-07'],
    ['type/DateTime', '2014-04-01T00:00:00', '2014-04-01'],
    ['type/DateTime', '2014-04-01T08:30:00.5', '2014-04-01T08:30:00.5'],
    ['type/DateTimeWithTZ', '2014-04-01T00:00:00+02:00', '2014-04-01T00:00:00+02:00'],
    ['type/Decimal', '1234567.891', '1234567.891'],
    ['type/BigInteger', '9007199254740993', '9007199254740993'],
    ['type/Text', 'T00:00:00', 'T00:00:00'],
  ])('%s %s → %s', (baseType, cell, text) => {
    expect(rawText({ baseType })(cell)).toBe(text)
  })
})

describe('text as people read it', () => {
  test.each<[BaseType, string, string]>([
    ['type/Date', '2014-04-07', 'April 7, 2014'],
    ['type/DateTime', '2014-04-01T08:30:00', 'April 1, 2014, 8:30 AM'],
    ['type/DateTimeWithTZ', '2014-04-01T20:05:59.25-05:00', 'April 1, 2014, 8:05 PM'],
    ['type/Time', '00:23:00', '12:23 AM'],
    ['type/Time', '12:00:00', '12:00 PM'],
    ['type/Date', 'infinity', 'infinity'],
    ['type/Date', '0044-03-15 BC', '0044-03-15 BC'],
    ['type/Boolean', 'true', 'true'],
    ['type/Text', '1234567', '1234567'],
  ])('%s %s → %s', (baseType, cell, text) => {
    expect(formatted(baseType, cell)).toBe(text)
  })

  test.each([
    ['0', '0'],
    ['-0.00', '0'],
    ['5.00', '5'],
    ['1234567.891', '1,234,567.89'],
    ['-1234.5', '-1,234.5'],
    ['999.995', '1,000'],
    ['2.675', '2.68'],
    ['0.5', '0.5'],
    ['0.001234', '0.0012'],
    ['-0.0996', '-0.1'],
    ['1e+21', '1,000,000,000,000,000,000,000'],
    ['1.5e-7', '0.00000015'],
    ['9007199254740993', '9,007,199,254,740,993'],
    [`1${'0'.repeat(500)}`, `100${',000'.repeat(166)}`],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
  ])('number %s → %s', (cell, text) => {
    expect(formatted('type/Decimal', cell)).toBe(text)
  })

  test.each([
    ['type/PK', '1234567', '1234567'],
    ['type/FK', '1234567', '1234567'],
    ['type/Percentage', '0.12345', '12.35%'],
    ['type/Percentage', '12', '1,200%'],
    ['type/Latitude', '10.0646', '10.06460000° N'],
    ['type/Latitude', '-33.8688197', '33.86881970° S'],
    ['type/Longitude', '-74.006', '74.00600000° W'],
  ])('%s %s → %s', (semanticType, cell, text) => {
    expect(formatted('type/Decimal', cell, { semanticType })).toBe(text)
  })

  test.each<[BaseType, string, string, string]>([
    ['type/DateTime', 'month', '2014-04-01T00:00:00', 'April, 2014'],
    ['type/Date', 'quarter', '2014-04-01', 'Q2 - 2014'],
    ['type/Date', 'year', '2014-01-01', '2014'],
    ['type/Date', 'week', '2014-12-28', 'December 28, 2014 – January 3, 2015'],
    ['type/DateTime', 'day', '2014-04-01T00:00:00', 'April 1, 2014'],
    ['type/DateTime', 'hour', '2014-04-01T13:00:00', 'April 1, 2014, 1:00 PM'],
    ['type/DateTime', 'unheard-of', '2014-04-01T13:00:00', 'April 1, 2014, 1:00 PM'],
    ['type/Integer', 'day-of-week', '1', 'Sunday'],
    ['type/Integer', 'month-of-year', '12', 'December'],
    ['type/Integer', 'quarter-of-year', '3', 'Q3'],
    ['type/Integer', 'hour-of-day', '0', '12:00 AM'],
    ['type/Integer', 'day-of-year', '100', '100'],
  ])('%s by %s: %s → %s', (baseType, unit, cell, text) => {
    expect(formatted(baseType, cell, { unit })).toBe(text)
  })

  test('integers of any size keep every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(BigInt(formatted('type/BigInteger', String(value)).replaceAll(',', ''))).toBe(value)
      }),
    )
  })

  test('two decimals are the nearest two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (thousandths) => {
        fc.pre(Math.abs(thousandths) >= 1_000)
        const cell = (thousandths / 1_000).toFixed(3)
        const shown = Number(formatted('type/Decimal', cell).replaceAll(',', ''))
        expect(Math.abs(shown - thousandths / 1_000)).toBeLessThanOrEqual(0.005 + 1e-6)
      }),
    )
  })
})
