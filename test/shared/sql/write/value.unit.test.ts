import { describe, expect, test } from '@jest/globals'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'
import type { Json } from '../../../../shared/kernel/json.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import { h2 } from '../../../../shared/sql/dialects/h2.ts'
import { mysql } from '../../../../shared/sql/dialects/mysql.ts'
import { postgres } from '../../../../shared/sql/dialects/postgres.ts'
import { print } from '../../../../shared/sql/print.ts'
import { besideColumn, intoColumn, type Place } from '../../../../shared/sql/write/taking.ts'
import { valueFor } from '../../../../shared/sql/write/value.ts'
import { writeColumn } from '../../../support/write-target.ts'

const taken = (value: Json, baseType: BaseType, databaseType = '', place: Place) => {
  const { sql, parameters } = print(
    valueFor(writeColumn('c', baseType, databaseType), value, place),
    place.dialect,
  )
  return [sql, ...parameters]
}

const into = (value: Json, baseType: BaseType, databaseType?: string, dialect = postgres) =>
  taken(value, baseType, databaseType, intoColumn(dialect))

const errorOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error instanceof Refusal ? error.extras.errors?.['parameters.c'] : error
  }
}

const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

test.each<[BaseType, Json, Json]>([
  ['type/Text', 'x', 'x'],
  ['type/Text', 5, '5'],
  ['type/Text', '', ''],
  ['type/Text', null, null],
  ['type/Integer', 5, 5],
  ['type/Integer', '+5.00', 5],
  ['type/Integer', true, 1],
  ['type/BigInteger', '9007199254740993', '9007199254740993'],
  ['type/BigInteger', 1e21, '1000000000000000000000'],
  ['type/Decimal', '0.10000000000000000001', '0.10000000000000000001'],
  ['type/Decimal', 0.1, '0.1'],
  ['type/Float', '1e-3', 0.001],
  ['type/Boolean', 'true', true],
  ['type/Boolean', 0, false],
  ['type/Date', '2026-02-28', '2026-02-28'],
  ['type/Date', '2026-02-28T00:00:00.000Z', '2026-02-28'],
  ['type/Time', '10:11', '10:11:00'],
  ['type/TimeWithTZ', '10:11:12+02:00', '10:11:12+02:00'],
  ['type/DateTime', '2026-02-28T10:11:12.5', '2026-02-28 10:11:12.5'],
  ['type/DateTime', '2026-02-28', '2026-02-28'],
  ['type/UUID', uuid, uuid],
  ['type/PostgresEnum', 'sad', 'sad'],
  ['type/IPAddress', '::1', '::1'],
  ['type/JSON', { a: [1, null] }, '{"a":[1,null]}'],
  ['type/JSON', '{"n": 12345678901234567890}', '{"n": 12345678901234567890}'],
  ['type/JSON', 5, '5'],
  ['type/Array', ['a"b\\', null, 1, true, ['x']], '{"a\\"b\\\\",NULL,"1","true",{"x"}}'],
  ['type/Array', '[1, 2]', '{"1","2"}'],
  ['type/Array', [], '{}'],
])('a column of %s takes %j', (baseType, value, parameter) => {
  expect(into(value, baseType)).toEqual(['$1', parameter])
})

test.each<readonly [BaseType, Json, databaseType?: string]>([
  ['type/Text', { a: 1 }],
  ['type/Text', 'a\u0000b'],
  ['type/Integer', 1.5],
  ['type/Integer', '1e3'],
  ['type/Integer', 'abc'],
  ['type/Integer', ''],
  ['type/Integer', 2 ** 31, 'int4'],
  ['type/Integer', -32769, 'int2'],
  ['type/BigInteger', '9223372036854775808', 'int8'],
  ['type/Decimal', '1,5'],
  ['type/Float', '1e999'],
  ['type/Boolean', 'maybe'],
  ['type/Date', '2026-02-30'],
  ['type/Date', '2026-02-28T10:00:00'],
  ['type/Time', '25:00'],
  ['type/TimeWithTZ', 'noon'],
  ['type/DateTime', 5],
  ['type/UUID', 'x'],
  ['type/JSON', '{'],
  ['type/JSON', { a: 'b\u0000' }],
  ['type/JSON', '"\\ud800"'],
  ['type/Array', '{1,2}'],
  ['type/Array', { a: 1 }],
  ['type/*', 'abc', 'bytea'],
  ['type/*', '0xabc', 'bytea'],
  ['type/*', `0x${'00'.repeat(65_537)}`, 'bytea'],
])('a column of %s does not take %j', (...[baseType, value, databaseType]) => {
  expect(errorOf(() => into(value, baseType, databaseType))).toEqual(expect.any(String))
})

test('the edges of integers are taken', () => {
  expect(into(2 ** 31 - 1, 'type/Integer', 'int4')).toEqual(['$1', 2 ** 31 - 1])
  expect(into('-9223372036854775808', 'type/BigInteger', 'int8')).toEqual([
    '$1',
    '-9223372036854775808',
  ])
})

describe('each engine has its own words', () => {
  test('for an instant', () => {
    const at = '2026-01-01T00:00:00+02:00'
    expect(into(at, 'type/DateTime', 'datetime', mysql)).toEqual([
      `CONVERT_TZ(CAST(? AS DATETIME(6)), '+00:00', @@session.time_zone)`,
      '2025-12-31 22:00:00',
    ])
    expect(into(at, 'type/DateTimeWithLocalTZ', 'timestamp with time zone', h2)).toEqual([
      `CAST(CONCAT($1, '+00') AS timestamp with time zone)`,
      '2025-12-31 22:00:00',
    ])
  })

  test('for an instant that a server could not convert', () => {
    const at = '1950-01-01T00:00:00Z'
    expect(errorOf(() => into(at, 'type/DateTime', 'datetime', mysql))).toMatch(/1971/)
    expect(into(at.slice(0, 19), 'type/DateTime', 'datetime', mysql)).toHaveLength(2)
    expect(into(at, 'type/DateTime', 'timestamp')).toHaveLength(2)
  })

  test('for bytes', () => {
    expect(into('0x00FF', 'type/*', 'bytea')).toEqual(['$1', '\\x00ff'])
    expect(into('0x00ff', 'type/*', 'mediumblob', mysql)).toEqual(['UNHEX(?)', '00ff'])
    expect(into(`0x${'ab'.repeat(17)}`, 'type/*', 'binary varying', h2)).toEqual([
      'CAST(CAST($1 AS uuid) AS binary(16)) || ' +
        'SUBSTRING(CAST(CAST($2 AS uuid) AS binary(16)) FROM 1 FOR 1)',
      'ab'.repeat(16),
      `ab${'0'.repeat(30)}`,
    ])
    expect(into('0x', 'type/*', 'binary varying', h2)).toEqual([expect.any(String), '0'.repeat(32)])
  })

  test('for documents and lists', () => {
    expect(into({ a: 1 }, 'type/JSON', 'json', mysql)).toEqual(['?', '{"a":1}'])
    expect(into({ a: 1 }, 'type/JSON', 'json', h2)).toEqual([
      'CAST($1 AS varchar) FORMAT JSON',
      '{"a":1}',
    ])
    expect(into([1, [null], 'x'], 'type/Array', 'array', h2)).toEqual([
      'ARRAY[CAST($1 AS varchar), ARRAY[CAST($2 AS varchar)], CAST($3 AS varchar)]',
      1,
      null,
      'x',
    ])
    expect(errorOf(() => into([1], 'type/Array', '', mysql))).toEqual(expect.any(String))
  })

  test('beside a column: exact numbers', () => {
    const beside = (value: Json, baseType: BaseType) =>
      taken(value, baseType, '', besideColumn(mysql))
    expect(beside('9007199254740993', 'type/BigInteger')).toEqual([
      'CAST(? AS SIGNED)',
      '9007199254740993',
    ])
    expect(beside('0.1', 'type/Decimal')).toEqual(['CAST(? AS DECIMAL(65, 30))', '0.1'])
    expect(beside('x', 'type/Text')).toEqual(['?', 'x'])
  })
})
