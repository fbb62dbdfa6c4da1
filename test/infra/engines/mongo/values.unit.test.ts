import { describe, expect, test } from '@jest/globals'
import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb'
import { asStored } from '../../../../infra/engines/mongo/stored-values.ts'
import { cellOf, valueKindOf } from '../../../../infra/engines/mongo/values.ts'

/** As it comes off the wire. */
const received = (value: unknown): unknown =>
  BSON.deserialize(BSON.serialize({ value }), asStored).value

const id = '65a1b2c3d4e5f60718293a4b'
const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

const cases: readonly (readonly [string, unknown, string, string])[] = [
  ['objectid', new ObjectId(id), id, 'type/Text'],
  ['string', 'é 漢 🙂 \u0000', 'é 漢 🙂 \u0000', 'type/Text'],
  ['int', new Int32(-5), '-5', 'type/Integer'],
  ['long', Long.fromString('9007199254740993'), '9007199254740993', 'type/BigInteger'],
  ['double', new Double(1.5), '1.5', 'type/Float'],
  ['double', new Double(2), '2', 'type/Float'],
  ['double', new Double(-0), '0', 'type/Float'],
  ['double', new Double(Number.NaN), 'NaN', 'type/Float'],
  ['double', new Double(Number.NEGATIVE_INFINITY), '-Infinity', 'type/Float'],
  ['decimal', Decimal128.fromString('1.50'), '1.5', 'type/Decimal'],
  [
    'decimal',
    Decimal128.fromString('12345678901234567890.12'),
    '12345678901234567890.12',
    'type/Decimal',
  ],
  ['bool', true, 'true', 'type/Boolean'],
  [
    'date',
    new Date('2026-07-01T12:00:00.500Z'),
    '2026-07-01T12:00:00.5Z',
    'type/DateTimeWithLocalTZ',
  ],
  ['date', new Date('1969-12-31T23:59:59Z'), '1969-12-31T23:59:59Z', 'type/DateTimeWithLocalTZ'],
  ['uuid', new UUID(uuid), uuid, 'type/UUID'],
  ['bindata', new Binary(Buffer.from([0, 255])), '0x00ff', 'type/*'],
  ['regex', new BSONRegExp('^a/b', 'i'), '/^a/b/i', 'type/*'],
  ['timestamp', new Timestamp({ t: 7, i: 2 }), 'Timestamp(7, 2)', 'type/*'],
  ['symbol', new BSONSymbol('s'), 's', 'type/Text'],
  ['javascript', new Code('return 1'), 'return 1', 'type/*'],
  ['minkey', new MinKey(), 'MinKey', 'type/*'],
  ['maxkey', new MaxKey(), 'MaxKey', 'type/*'],
  ['array', [1, 'a', null, [new Double(0.5)]], '[1,"a",null,[0.5]]', 'type/Array'],
  ['object', { a: { b: 'x"y' }, 'c.d': true }, '{"a":{"b":"x\\"y"},"c.d":true}', 'type/Dictionary'],
]

describe('a value of the type', () => {
  test.each(cases)('%s is canonical text', (databaseType, value, cell, baseType) => {
    const stored = received(value)
    expect(cellOf(stored)).toBe(cell)
    expect(valueKindOf(stored)).toMatchObject({ databaseType, baseType })
  })

  test('null, or none, is null', () => {
    expect([received(null), received(undefined), undefined].map(cellOf)).toEqual([null, null, null])
    expect(valueKindOf(null)).toBeUndefined()
  })
})

test('documents are JSON, whatever is in them', () => {
  const document = Object.fromEntries(cases.map(([, value], index) => [`k${index}`, value]))
  const parsed = JSON.parse(cellOf(received(document)) ?? '')
  for (const [index, [type, , cell]] of cases.entries()) {
    const inner = parsed[`k${index}`]
    if (['array', 'object'].includes(type)) expect(JSON.stringify(inner)).toBe(cell)
    else
      expect([type, String(inner)]).toEqual([
        type,
        String(type === 'long' || type === 'decimal' ? Number(cell) : cell),
      ])
  }
})

test('a document that looks like something else is a document', () => {
  const hostile = JSON.parse(
    '{"__proto__": {"polluted": 1}, "_bsontype": "Long", "constructor": 1}',
  )
  expect(cellOf(hostile)).toBe('{"__proto__":{"polluted":1},"_bsontype":"Long","constructor":1}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
