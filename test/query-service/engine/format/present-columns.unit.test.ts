import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { ColumnMetadata } from '../../../../query-service/engine/column-metadata.ts'
import { presentColumns } from '../../../../query-service/engine/format/present-columns.ts'
import { hostileSettings } from './hostile-settings.ts'

const metadata = (name: string, more: Partial<ColumnMetadata> = {}): ColumnMetadata => ({
  name,
  display_name: name.toUpperCase(),
  base_type: 'type/Integer',
  effective_type: 'type/Integer',
  semantic_type: null,
  source: 'fields',
  field_ref: ['field', name, { 'base-type': 'type/Integer' }],
  ...more,
})

const columns: readonly ColumnMetadata[] = [
  metadata('id', { field_ref: ['field', 1, null] }),
  metadata('total', { field_ref: ['field', 2, null] }),
  metadata('id_2', { field_ref: ['field', 1, { 'join-alias': 'P' }] }),
  metadata('made', { field_ref: ['field', 3, { 'temporal-unit': 'month' }], unit: 'month' }),
  metadata('made_2', { field_ref: ['field', 3, { 'temporal-unit': 'year' }], unit: 'year' }),
  metadata('count', { field_ref: ['aggregation', 0] }),
  metadata('double', { field_ref: ['expression', 'double'] }),
]
const all = columns.map(({ name }) => name)

const present = (settings: unknown, formatRows = true, of = columns) =>
  presentColumns(of, settings, { formatRows })
const names = (entries: unknown) => present({ 'table.columns': entries }).map(({ name }) => name)
const titles = (column_settings: object, formatRows?: boolean, of?: readonly ColumnMetadata[]) =>
  present({ column_settings }, formatRows, of).map(({ displayName }) => displayName)
const titled = (key: unknown) =>
  present({ column_settings: { [JSON.stringify(key)]: { column_title: 'Here' } } })
    .filter(({ displayName }) => displayName === 'Here')
    .map(({ name }) => name)

describe('the columns of a table', () => {
  test('are all there, in their order, unless told otherwise', () => {
    for (const settings of [
      undefined,
      null,
      {},
      [],
      'x',
      { 'table.columns': [] },
      { 'table.columns': {} },
    ])
      expect(present(settings).map(({ name, place }) => [name, place])).toEqual(
        all.map((name, place) => [name, place]),
      )
    expect(present({}).every(({ settings }) => settings === undefined)).toBe(true)
  })

  test.each([
    [
      'by name',
      [
        { name: 'count', enabled: true },
        { name: 'id', enabled: true },
      ],
      ['count', 'id'],
    ],
    [
      'but those disabled',
      [
        { name: 'id', enabled: false },
        { name: 'total', enabled: true },
      ],
      ['total'],
    ],
    ['enabled unless disabled', [{ name: 'total' }], ['total']],
    ['by fieldRef', [{ fieldRef: ['field', 2, null], enabled: true }], ['total']],
    ['by field_ref', [{ field_ref: ['field', 1, { 'join-alias': 'P' }], enabled: true }], ['id_2']],
    ['by old references', [{ fieldRef: ['field-id', 2], enabled: true }], ['total']],
    [
      'by reference where the name is another',
      [{ name: 'x', fieldRef: ['field', 2, null] }],
      ['total'],
    ],
    ['once each', [{ name: 'id' }, { name: 'total' }, { name: 'id' }], ['id', 'total']],
    [
      'of an expression',
      [{ fieldRef: ['expression', 'double', { 'base-type': 'x' }] }],
      ['double'],
    ],
    ['of an aggregation', [{ fieldRef: ['aggregation', 0] }], ['count']],
    ['in the unit meant', [{ fieldRef: ['field', 3, { 'temporal-unit': 'year' }] }], ['made_2']],
    ['in the first unit', [{ fieldRef: ['field', 3, null] }], ['made']],
  ])('are those listed, %s', (_, entries, shown) => {
    expect(names(entries)).toEqual(shown)
  })

  test.each([
    [
      'that is not there',
      [
        { name: 'id', enabled: true },
        { name: 'gone', enabled: true },
      ],
    ],
    [
      'that is not there and disabled',
      [
        { name: 'id', enabled: true },
        { name: 'gone', enabled: false },
      ],
    ],
    ['without a name', [{ name: 'id' }, {}]],
    ['that is no object', [{ name: 'id' }, 'id']],
    ['by no reference', [{ name: 'id' }, { fieldRef: [] }, { fieldRef: ['field', {}] }]],
    ['when none is enabled', [{ name: 'id', enabled: false }]],
  ])('are all of them for a list with a column %s', (_, entries) => {
    expect(names(entries)).toEqual(all)
  })

  test('keep knowing where their cells are', () => {
    const list = { 'table.columns': [{ name: 'count' }, { name: 'id' }] }
    expect(present(list).map(({ place }) => place)).toEqual([5, 0])
  })
})

describe('titles', () => {
  test.each([
    [['name', 'total'], ['total']],
    [['ref', ['field', 2, null]], ['total']],
    [['ref', ['field', 2, { 'base-type': 'type/Integer' }]], ['total']],
    [['ref', ['field', 1, { 'join-alias': 'P' }]], ['id_2']],
    [['ref', ['field', 1, { 'source-field': 9 }]], ['id']],
    [['ref', ['field', 'total', { 'base-type': 'type/Integer' }]], []],
    [['ref', ['aggregation', 0]], ['count']],
    [['ref', ['expression', 'double']], ['double']],
    [['name', 'gone'], []],
    [['name'], []],
    [['ref', null], []],
    [['other', 'id'], []],
    ['id', []],
    [null, []],
  ])('%j is about %j', (key, about) => {
    expect(titled(key)).toEqual(about)
  })

  test('are part of how rows are formatted', () => {
    const settings = { '["name","id"]': { column_title: 'Key' }, 'no json': { column_title: 'x' } }
    expect(titles(settings)[0]).toBe('Key')
    expect(titles(settings, false)[0]).toBe('ID')
    expect(titles({ '["name","id"]': { column_title: ' ' } })[0]).toBe('ID')
    expect(titles({ '["name","id"]': { column_title: 7, decimals: 1 } })[0]).toBe('ID')
  })

  test('by name win over those by reference', () => {
    const settings = {
      '["name","id"]': { column_title: 'By name' },
      '["ref",["field",1,null]]': { column_title: 'By reference', decimals: 2 },
    }
    const [first] = present({ column_settings: settings })
    expect(first).toMatchObject({ displayName: 'By name', settings: { decimals: 2 } })
  })

  test.each<[object, string]>([
    [{ number_style: 'currency' }, 'ID ($)'],
    [{ currency: 'eur' }, 'ID (€)'],
    [{ currency: 'EUR', currency_style: 'code' }, 'ID (EUR)'],
    [{ currency: 'EUR', currency_style: 'name' }, 'ID (euros)'],
    [{ currency: 'EUR', currency_in_header: false }, 'ID'],
    [{ currency: 'Euro' }, 'ID'],
  ])('name the currency of their values: %j → %s', (settings, title) => {
    const keyed = { '["name","id"]': settings }
    expect(titles(keyed)[0]).toBe(title)
    expect(titles(keyed, false)[0]).toBe(title)
  })

  test('name it for what is known to be money, too, but not for text', () => {
    const price = metadata('price', { semantic_type: 'type/Cost' })
    expect(titles({}, false, [price])).toEqual(['PRICE ($)'])
    expect(titles({}, false, [{ ...price, base_type: 'type/Text' }])).toEqual(['PRICE'])
  })
})

test('whatever the settings are, some columns are shown', () => {
  const keys = fc.oneof(fc.constantFrom('["name","id"]', '["ref",["field",1,null]]'), fc.string())
  const visualization = fc.record({
    'table.columns': fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ name: fc.constantFrom(...all), enabled: fc.boolean() })),
    ),
    column_settings: fc.oneof(
      fc.jsonValue(),
      fc.dictionary(keys, hostileSettings, { noNullPrototype: true }),
    ),
  })
  fc.assert(
    fc.property(fc.oneof(visualization, fc.jsonValue()), (settings) => {
      const shown = present(settings)
      expect(shown.length).toBeGreaterThan(0)
      expect(new Set(shown.map(({ place }) => place)).size).toBe(shown.length)
    }),
  )
})
