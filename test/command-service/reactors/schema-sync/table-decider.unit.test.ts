import { describe, expect, test } from '@jest/globals'
import {
  type TableCommand,
  tableDecider,
} from '../../../../command-service/reactors/schema-sync/table-decider.ts'
import type { SyncedField, TableEvent } from '../../../../shared/events/database.ts'
import { decide, fold } from '../../../../shared/kernel/decider.ts'
import type { CatalogueField, CatalogueTable } from '../../../../shared/ports/engine-driver.ts'
import { givenFor } from '../../../support/given.ts'

const given = givenFor(tableDecider)
const subject = { tableId: 3, databaseId: 1 }

const column = (name: string, position: number, extra: Partial<CatalogueField> = {}) =>
  ({
    name,
    position,
    databaseType: 'text',
    baseType: 'type/Text',
    nullable: true,
    primaryKey: false,
    description: null,
    ...extra,
  }) satisfies CatalogueField

const id = column('id', 0, {
  databaseType: 'int4',
  baseType: 'type/Integer',
  nullable: false,
  primaryKey: true,
})
const email = column('email', 1)
const buyer = column('buyer', 2, { databaseType: 'int4', baseType: 'type/Integer' })

const table = (fields: readonly CatalogueField[], extra: Partial<CatalogueTable> = {}) =>
  ({
    schema: 'public',
    name: 'orders',
    kind: 'table',
    description: null,
    estimatedRows: null,
    fields,
    ...extra,
  }) satisfies CatalogueTable

const observe = (seen: CatalogueTable, ...newFieldIds: number[]): TableCommand => ({
  type: 'ObserveTable',
  data: { ...subject, seen, newFieldIds },
})
const point = (...targets: [string, number][]): TableCommand => ({
  type: 'ObserveForeignKeys',
  data: { ...subject, targets: new Map(targets) },
})
const miss: TableCommand = { type: 'MissTable', data: subject }

const field = (fieldId: number, from: CatalogueField, semanticType: string | null) =>
  ({ fieldId, ...from, semanticType }) satisfies SyncedField

const discovered: TableEvent = {
  type: 'TableDiscovered',
  data: {
    ...subject,
    schema: 'public',
    name: 'orders',
    kind: 'table',
    description: null,
    fields: [field(10, id, 'type/PK'), field(11, email, 'type/Email'), field(12, buyer, null)],
  },
}
const seenBefore = table([id, email, buyer])
const keyed: TableEvent = {
  type: 'ForeignKeysChanged',
  data: { tableId: 3, keys: [{ fieldId: 12, targetFieldId: 40, semanticType: 'type/FK' }] },
}
const retired: TableEvent = { type: 'TableRetired', data: { tableId: 3 } }
const restored: TableEvent = { type: 'TableRestored', data: { tableId: 3 } }

describe('looking at a table', () => {
  test('for the first time discovers it with its fields', () =>
    given()
      .when(observe(seenBefore, 10, 11, 12))
      .then(discovered))

  test('a second time records nothing', () => given(discovered).when(observe(seenBefore)).then())

  test('without enough ids is a bug, not a fact', () => {
    const look = (history: TableEvent[], command: TableCommand) => () =>
      decide(tableDecider, command, fold(tableDecider, history))
    expect(look([], observe(seenBefore, 10))).toThrow('no id left for field email')
    expect(look([discovered], observe(table([id, email, buyer, column('x', 3)])))).toThrow('no id')
  })

  test('finds a new field', () =>
    given(discovered)
      .when(observe(table([id, email, buyer, column('note', 3)]), 13))
      .then({
        type: 'FieldsDiscovered',
        data: { ...subject, fields: [field(13, column('note', 3), null)] },
      }))

  test.each<Partial<CatalogueField>>([
    { databaseType: 'varchar' },
    { nullable: false },
    { description: 'where to write to' },
    { position: 5 },
  ])('finds a field changed: %j', (change) => {
    const now = { ...email, ...change }
    given(discovered)
      .when(observe(table([id, now, buyer])))
      .then({
        type: 'FieldsChanged',
        data: { tableId: 3, fields: [field(11, now, 'type/Email')] },
      })
  })

  test('finds fields gone, new and changed in one look', () =>
    given(discovered)
      .when(observe(table([{ ...id, position: 1 }, column('note', 0), buyer]), 13))
      .then(
        {
          type: 'FieldsDiscovered',
          data: { ...subject, fields: [field(13, column('note', 0), null)] },
        },
        {
          type: 'FieldsChanged',
          data: { tableId: 3, fields: [field(10, { ...id, position: 1 }, 'type/PK')] },
        },
        { type: 'FieldsRetired', data: { tableId: 3, fieldIds: [11] } },
      ))

  test('does not retire a field twice', () =>
    given(discovered, { type: 'FieldsRetired', data: { tableId: 3, fieldIds: [11] } })
      .when(observe(table([id, buyer])))
      .then())

  test('brings a field back under its old id', () =>
    given(discovered, { type: 'FieldsRetired', data: { tableId: 3, fieldIds: [11] } })
      .when(observe(seenBefore))
      .then({
        type: 'FieldsChanged',
        data: { tableId: 3, fields: [field(11, email, 'type/Email')] },
      }))

  test('finds it described anew', () =>
    given(discovered)
      .when(observe(table([id, email, buyer], { kind: 'view', description: 'all of them' })))
      .then({
        type: 'TableDescribed',
        data: { tableId: 3, kind: 'view', description: 'all of them' },
      }))
})

describe('a table that is gone', () => {
  test('is retired', () => given(discovered).when(miss).then(retired))
  test('once', () => given(discovered, retired).when(miss).then())
  test('is nothing when it was never there', () => given().when(miss).then())
  test('comes back as it was', () =>
    given(discovered, retired).when(observe(seenBefore)).then(restored))
  test('comes back changed', () =>
    given(discovered, retired)
      .when(observe(table([id, email])))
      .then(restored, { type: 'FieldsRetired', data: { tableId: 3, fieldIds: [12] } }))
  test('can go again', () => given(discovered, retired, restored).when(miss).then(retired))
})

describe('foreign keys', () => {
  test('are recorded with the meaning they give', () =>
    given(discovered)
      .when(point(['buyer', 40]))
      .then(keyed))

  test('are recorded once', () =>
    given(discovered, keyed)
      .when(point(['buyer', 40]))
      .then())

  test('can point elsewhere', () =>
    given(discovered, keyed)
      .when(point(['buyer', 50]))
      .then({
        type: 'ForeignKeysChanged',
        data: { tableId: 3, keys: [{ fieldId: 12, targetFieldId: 50, semanticType: 'type/FK' }] },
      }))

  test('can go; the field means again what its name says', () =>
    given(discovered, keyed)
      .when(point())
      .then({
        type: 'ForeignKeysChanged',
        data: { tableId: 3, keys: [{ fieldId: 12, targetFieldId: null, semanticType: null }] },
      }))

  test('of a field that is retired do not matter', () =>
    given(discovered, { type: 'FieldsRetired', data: { tableId: 3, fieldIds: [12] } })
      .when(point(['buyer', 40]))
      .then())

  test('keep their meaning when the field changes otherwise', () => {
    const now = { ...buyer, databaseType: 'int8', baseType: 'type/BigInteger' } as const
    given(discovered, keyed)
      .when(observe(table([id, email, now])))
      .then({ type: 'FieldsChanged', data: { tableId: 3, fields: [field(12, now, 'type/FK')] } })
  })

  test('survive a change of the field: a second look records nothing', () => {
    const now = { ...buyer, nullable: false }
    const changed: TableEvent = {
      type: 'FieldsChanged',
      data: { tableId: 3, fields: [field(12, now, 'type/FK')] },
    }
    given(discovered, keyed, changed)
      .when(point(['buyer', 40]))
      .then()
  })
})
