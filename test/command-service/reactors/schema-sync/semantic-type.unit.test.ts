import { expect, test } from '@jest/globals'
import { semanticTypeOf } from '../../../../command-service/reactors/schema-sync/semantic-type.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'

test.each<[string, BaseType, string | null]>([
  ['id', 'type/Integer', 'type/PK'],
  ['ID', 'type/UUID', 'type/PK'],
  ['order_id', 'type/Integer', null],
  ['latitude', 'type/Float', 'type/Latitude'],
  ['shop_lng', 'type/Decimal', 'type/Longitude'],
  ['flat', 'type/Float', null],
  ['latitude', 'type/Text', null],
  ['email', 'type/Text', 'type/Email'],
  ['contact_mail', 'type/Text', 'type/Email'],
  ['CITY', 'type/Text', 'type/City'],
  ['state', 'type/Integer', null],
  ['zip', 'type/Integer', 'type/ZipCode'],
  ['postal_code', 'type/Text', 'type/ZipCode'],
  ['name', 'type/Text', 'type/Name'],
  ['first_name', 'type/Text', 'type/Name'],
  ['filename', 'type/Text', null],
  ['status', 'type/PostgresEnum', 'type/Category'],
  ['payment_type', 'type/Integer', 'type/Category'],
  ['status', 'type/Boolean', null],
  ['quantity', 'type/Integer', 'type/Quantity'],
  ['discount', 'type/Decimal', 'type/Discount'],
  ['account', 'type/Integer', null],
  ['created_at', 'type/DateTimeWithLocalTZ', 'type/CreationTimestamp'],
  ['created_on', 'type/Date', 'type/CreationDate'],
  ['created_at', 'type/Text', null],
  ['updated_at', 'type/DateTime', 'type/UpdatedTimestamp'],
  ['birth_date', 'type/Date', 'type/Birthdate'],
  ['rating', 'type/Float', 'type/Score'],
  ['source', 'type/Text', 'type/Source'],
  ['body', 'type/Text', 'type/Comment'],
  ['unit_price', 'type/Decimal', 'type/Cost'],
  ['anything', 'type/*', null],
])('%s of %s means %s', (name, baseType, meaning) => {
  expect(semanticTypeOf({ name, baseType, primaryKey: false })).toBe(meaning)
})

test('a declared primary key is one, whatever its name and type', () => {
  expect(semanticTypeOf({ name: 'email', baseType: 'type/Text', primaryKey: true })).toBe('type/PK')
  expect(semanticTypeOf({ name: 'x', baseType: 'type/*', primaryKey: true })).toBe('type/PK')
})
