import { describe, expect, test } from '@jest/globals'
import { labelOf } from '../../../../query-service/engine/parameter-values/label.ts'
import { conditionFor } from '../../../../query-service/engine/parameter-values/wanted.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'
import type { FieldRow } from '../../../../shared/views/database.ts'
import { fieldRow } from '../../../support/shop-catalogue.ts'

const value = ['field', 1, null]
const label = ['field', 2, null]
const contains = (reference: unknown, text: string) => [
  'contains',
  reference,
  text,
  { 'case-sensitive': false },
]

describe('a text is looked for', () => {
  test.each<[BaseType, string, unknown]>([
    ['type/Text', 'os', contains(value, 'os')],
    ['type/UUID', 'ab', contains(value, 'ab')],
    ['type/*', 'ab', contains(value, 'ab')],
    ['type/Integer', ' 12 ', ['=', value, '12']],
    ['type/Integer', '12b', undefined],
    ['type/Decimal', '1.5', ['=', value, '1.5']],
    ['type/Boolean', 'true', ['=', value, 'true']],
    ['type/Boolean', 'tr', undefined],
    ['type/Date', '2024-01-31', ['=', value, '2024-01-31']],
    ['type/Date', 'soon', undefined],
    ['type/Time', '10:00:00', ['=', value, '10:00:00']],
  ])('in %s: %s', (baseType, text, condition) => {
    const column = { reference: value, baseType }
    expect(conditionFor({ kind: 'matching', text }, column, column)).toEqual(condition)
  })

  test('in what people see', () => {
    const key = { reference: value, baseType: 'type/Integer' } as const
    const name = { reference: label, baseType: 'type/Text' } as const
    expect(conditionFor({ kind: 'matching', text: '1' }, key, name)).toEqual(contains(label, '1'))
    expect(conditionFor({ kind: 'one', value: '1' }, key, name)).toEqual(['=', value, '1'])
    expect(conditionFor({ kind: 'one', value: 'Ada' }, key, name)).toBeUndefined()
    expect(conditionFor({ kind: 'one', value: null }, key, name)).toBeUndefined()
  })
})

describe('the label of a key', () => {
  const id = fieldRow(10, 1, 'id', 'type/Integer', { primary_key: true })
  const name = fieldRow(11, 1, 'name', 'type/Text', { semantic_type: 'type/Name' })
  const nickname = fieldRow(12, 1, 'nick', 'type/Text', { semantic_type: 'type/Name' })
  const foreign = fieldRow(20, 2, 'person_id', 'type/Integer', { fk_target_field_id: 10 })
  const to = (field: FieldRow, ...siblings: FieldRow[]) =>
    labelOf({ field: foreign, siblings: [foreign], target: { field, siblings } })

  test('is the name in its row, or in the row it points at', () => {
    expect(labelOf({ field: id, siblings: [id, name] })).toEqual(['field', 11, null])
    expect(to(id, id, name)).toEqual(['field', 11, { 'source-field': 20 }])
  })

  test('is none where there are none or several, where it is no key, and where one may not look', () => {
    const gone = { ...nickname, active: false }
    const half = fieldRow(13, 1, 'part', 'type/Integer', { primary_key: true })
    expect(labelOf({ field: id, siblings: [id] })).toBeUndefined()
    expect(labelOf({ field: id, siblings: [id, name, nickname] })).toBeUndefined()
    expect(labelOf({ field: id, siblings: [id, name, gone] })).toEqual(['field', 11, null])
    expect(labelOf({ field: id, siblings: [id, half, name] })).toBeUndefined()
    expect(labelOf({ field: name, siblings: [id, name] })).toBeUndefined()
    expect(labelOf({ field: id, siblings: [] })).toBeUndefined()
    expect(to(name, id, name)).toBeUndefined()
    expect(to(id)).toBeUndefined()
  })
})
