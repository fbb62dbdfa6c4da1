import { describe, expect, test } from '@jest/globals'
import { completedResult, failedResult } from '../../../query-service/engine/result.ts'
import { cellReader } from '../../../query-service/engine/shape/cell-reader.ts'
import { collectRows } from '../../../query-service/engine/shape/rows.ts'
import { timeZone } from '../../../query-service/engine/shape/time-zone.ts'
import type { BaseType } from '../../../shared/kernel/base-type.ts'
import type { Cell, ResultStream } from '../../../shared/ports/engine-driver.ts'

const cases: readonly (readonly [BaseType, string, string, string | number | boolean])[] = [
  ['type/Integer', 'UTC', '42', 42],
  ['type/BigInteger', 'UTC', '9007199254740991', 9007199254740991],
  ['type/BigInteger', 'UTC', '9007199254740993', '9007199254740993'],
  ['type/BigInteger', 'UTC', '-9007199254740993', '-9007199254740993'],
  ['type/Decimal', 'UTC', '10.5', 10.5],
  // What is charted stays a number; files have all its digits.
  ['type/Decimal', 'UTC', '0.12345678901234567891', 0.12345678901234568],
  ['type/Decimal', 'UTC', '123456789012345678.9', '123456789012345678.9'],
  ['type/Decimal', 'UTC', '1e500', '1e500'],
  ['type/Decimal', 'UTC', 'NaN', 'NaN'],
  ['type/Float', 'UTC', '1e300', 1e300],
  ['type/Float', 'UTC', '-Infinity', '-Infinity'],
  ['type/Boolean', 'UTC', 'true', true],
  ['type/Boolean', 'UTC', 'false', false],
  ['type/Text', 'UTC', '42', '42'],
  ['type/JSON', 'UTC', '{"a":1}', '{"a":1}'],
  ['type/Array', 'UTC', '[1,2]', '[1,2]'],
  ['type/Date', 'UTC', '2019-11-01', '2019-11-01T00:00:00Z'],
  ['type/Date', 'America/Los_Angeles', '2019-11-01', '2019-11-01T00:00:00-07:00'],
  ['type/Date', 'America/Los_Angeles', '2019-12-01', '2019-12-01T00:00:00-08:00'],
  ['type/Date', 'UTC', 'infinity', 'infinity'],
  ['type/Date', 'UTC', '0044-03-15 BC', '0044-03-15 BC'],
  ['type/Time', 'UTC', '08:30:00.25', '08:30:00.25Z'],
  ['type/TimeWithTZ', 'UTC', '08:30:00+02:00', '08:30:00+02:00'],
  ['type/DateTime', 'UTC', '2024-02-29T10:00:00.123456', '2024-02-29T10:00:00.123456Z'],
  ['type/DateTime', 'Asia/Kolkata', '2024-02-29T10:00:00', '2024-02-29T10:00:00+05:30'],
  ['type/DateTime', '-03:30', '2024-02-29T10:00:00', '2024-02-29T10:00:00-03:30'],
  ['type/DateTimeWithTZ', '+01:00', '2024-02-29T23:30:00Z', '2024-03-01T00:30:00+01:00'],
  ['type/DateTime', 'Europe/Berlin', '2024-03-31T01:59:59', '2024-03-31T01:59:59+01:00'],
  ['type/DateTime', 'Europe/Berlin', '2024-03-31T03:00:00', '2024-03-31T03:00:00+02:00'],
  ['type/DateTimeWithLocalTZ', 'UTC', '2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z'],
  ['type/DateTimeWithLocalTZ', 'UTC', '2024-02-29T10:00:00.5+02:00', '2024-02-29T08:00:00.5Z'],
  [
    'type/DateTimeWithLocalTZ',
    'America/New_York',
    '2024-03-10T06:59:59.123456Z',
    '2024-03-10T01:59:59.123456-05:00',
  ],
  [
    'type/DateTimeWithLocalTZ',
    'America/New_York',
    '2024-03-10T07:00:00Z',
    '2024-03-10T03:00:00-04:00',
  ],
  ['type/DateTimeWithLocalTZ', 'UTC', '2024-02-29T10:00:00', '2024-02-29T10:00:00Z'],
  ['type/DateTimeWithTZ', 'UTC', '-infinity', '-infinity'],
]

test('of an hour that a change of clocks repeats, each is told apart', () => {
  const read = cellReader('type/DateTimeWithLocalTZ', timeZone('Europe/Berlin'))
  expect(['2024-10-27T00:30:00Z', '2024-10-27T01:30:00Z'].map(read)).toEqual([
    '2024-10-27T02:30:00+02:00',
    '2024-10-27T02:30:00+01:00',
  ])
})

test.each(cases)('%s in %s: %s → %j', (baseType, zone, cell, expected) => {
  const read = cellReader(baseType, timeZone(zone))
  expect(read(cell)).toBe(expected)
  expect(read(null)).toBeNull()
})

test('an unknown time zone is an error', () => {
  expect(() => timeZone("UTC'; drop table x")).toThrow(RangeError)
})

const stream = (
  batches: readonly (readonly (readonly Cell[])[])[],
): ResultStream & { readonly read: () => number } => {
  let read = 0
  return {
    columns: [{ name: 'n', databaseType: 'int4', baseType: 'type/Integer' }],
    read: () => read,
    batches: (async function* () {
      for (const batch of batches) {
        read += 1
        yield batch
      }
    })(),
  }
}

describe('rows', () => {
  const batches = [[['1'], ['2']], [['3'], [null]], [['5']]]
  const utc = timeZone('UTC')

  test('all of them, when no cap is in the way', async () => {
    const { data, ...outcome } = await collectRows(stream(batches), { rows: 10, cap: 10 }, utc)
    expect(data).toEqual([[1], [2], [3], [null], [5]])
    expect(outcome).toEqual({ rows: 5 })
  })

  test('as many as the cap: nothing was cut', async () => {
    expect(await collectRows(stream(batches), { rows: 5, cap: 5 }, utc)).toMatchObject({ rows: 5 })
    expect(await collectRows(stream(batches), { rows: 5, cap: 5 }, utc)).not.toHaveProperty(
      'truncatedAt',
    )
  })

  test('more than the cap: cut, and the rest is not read', async () => {
    const source = stream(batches)
    const { data, rows, truncatedAt } = await collectRows(source, { rows: 3, cap: 3 }, utc)
    expect(data).toEqual([[1], [2], [3]])
    expect({ rows, truncatedAt }).toEqual({ rows: 3, truncatedAt: 3 })
    expect(source.read()).toBe(2)
  })

  test("the query's own limit cuts without a word", async () => {
    expect(await collectRows(stream(batches), { rows: 1 }, utc)).toEqual({ rows: 1, data: [[1]] })
    expect(await collectRows(stream(batches), { rows: 0 }, utc)).toEqual({ rows: 0, data: [] })
  })
})

const run = {
  databaseId: 1,
  jsonQuery: { database: 1, type: 'native', native: { query: 'select 1' } },
  context: 'ad-hoc',
  startedAt: '2026-01-01T00:00:00.000Z',
  runningTime: 12,
}

test('the answer to a query that ran', () => {
  const result = {
    columns: [],
    rows: [[1]],
    truncatedAt: 1,
    timeZone: 'UTC',
    executed: { sql: 'select 1', parameters: [] },
  }
  expect(completedResult(result, run)).toEqual({
    data: {
      rows: [[1]],
      cols: [],
      native_form: { query: 'select 1', params: null },
      results_timezone: 'UTC',
      results_metadata: { columns: [] },
      insights: null,
      rows_truncated: 1,
    },
    row_count: 1,
    running_time: 12,
    status: 'completed',
    database: 1,
    database_id: 1,
    json_query: run.jsonQuery,
    context: 'ad-hoc',
    started_at: run.startedAt,
    average_execution_time: null,
    cached: null,
  })
})

test('the answer to a query that failed', () => {
  const failure = { message: 'no such table', errorType: 'db', state: '42P01' }
  expect(failedResult(failure, run)).toMatchObject({
    data: { rows: [], cols: [] },
    row_count: 0,
    status: 'failed',
    error: 'no such table',
    error_type: 'db',
    state: '42P01',
    json_query: run.jsonQuery,
  })
  expect(failedResult({ message: 'x', errorType: 'driver' }, run)).not.toHaveProperty('state')
})
