import type { BaseType } from '../../shared/kernel/base-type.ts'
import { type Collections, openPipelineLab, type PipelineLab } from './pipeline-lab.ts'
import { catalogueOf, fieldRow, tableRow } from './shop-catalogue.ts'

type FieldType = readonly [databaseType: string, baseType: BaseType]

const int: FieldType = ['int', 'type/Integer']
const double: FieldType = ['double', 'type/Float']
const decimal: FieldType = ['decimal', 'type/Decimal']
const text: FieldType = ['string', 'type/Text']
const date: FieldType = ['date', 'type/DateTimeWithLocalTZ']

/** Names of collections, then of their fields, and the field another one points at. */
export type Shape = Readonly<Record<string, Readonly<Record<string, FieldType>>>>

const tables: Shape = {
  cities: { id: int, name: text, lat: double },
  people: { id: int, name: text, email: text, born: date, city_id: int, boss_id: int },
  sales: {
    id: int,
    person_id: int,
    amount: decimal,
    pieces: int,
    sold_at: date,
    kind: text,
  },
}

const keys: Readonly<Record<string, string>> = {
  'people.city_id': 'cities.id',
  'people.boss_id': 'people.id',
  'sales.person_id': 'people.id',
}

const at = (text: string) => new Date(`${text}Z`)

/** The same as in the shop of the SQL engines; what is null there may be missing here. */
const collections: Collections = {
  cities: [
    { _id: 'c1', id: 1, name: 'Oslo', lat: 59.9 },
    { _id: 'c2', id: 2, name: 'Rome', lat: 41.9 },
    { _id: 'c3', id: 3, name: 'Nowhere' },
  ],
  people: [
    {
      _id: 'p1',
      id: 1,
      name: 'Ada',
      email: 'ada@mail.example.co.uk',
      born: at('1990-01-30T00:00'),
      city_id: 1,
      boss_id: null,
    },
    {
      _id: 'p2',
      id: 2,
      name: 'Bob',
      email: 'https://www.shop.example.com:8080/a/b.html?x=1#y',
      born: at('1985-12-31T00:00'),
      city_id: 2,
      boss_id: 1,
    },
    { _id: 'p3', id: 3, name: 'Cyd', email: null, boss_id: 1 },
  ],
  sales: [
    { id: 1, person_id: 1, amount: 10.5, pieces: 1, sold_at: at('2024-01-30T10:00'), kind: 'web' },
    {
      id: 2,
      person_id: 1,
      amount: 20,
      pieces: 2,
      sold_at: at('2024-01-31T23:59:59.5'),
      kind: 'shop',
    },
    { id: 3, person_id: 2, amount: 5.25, pieces: 0, sold_at: at('2024-02-01T00:00'), kind: 'web' },
    { id: 4, person_id: 2, amount: null, pieces: 4, sold_at: at('2024-02-29T12:30:15') },
    {
      id: 5,
      person_id: null,
      amount: 100,
      pieces: 5,
      sold_at: at('2024-03-31T08:00'),
      kind: 'phone order',
    },
    { id: 6, person_id: 3, amount: 64.25, kind: 'web' },
  ],
}

export type PipelineShop = {
  readonly lab: PipelineLab
  readonly table: (name: string) => number
  /** `sales.amount` → `["field", id, options]` */
  readonly field: (name: string, options?: object | null) => readonly unknown[]
}

/** A lab over collections of these shapes. Table ids count from 1, field ids from 100 × that. */
export const openCollections = (
  shape: Shape,
  documents: Collections,
  foreignKeys: Readonly<Record<string, string>> = {},
): PipelineShop => {
  const names = Object.keys(shape)
  const idOf = (path: string): number => {
    const [table = '', ...field] = path.split('.')
    const place = Object.keys(shape[table] ?? {}).indexOf(field.join('.'))
    if (place < 0) throw new Error(`There is no field ${path}.`)
    return (names.indexOf(table) + 1) * 100 + place
  }
  const fields = Object.entries(shape).flatMap(([table, columns], tablePlace) =>
    Object.entries(columns).map(([name, [database_type, base_type]]) => {
      const path = `${table}.${name}`
      const target = foreignKeys[path]
      return fieldRow(idOf(path), tablePlace + 1, name, base_type, {
        database_type,
        fk_target_field_id: target === undefined ? null : idOf(target),
      })
    }),
  )
  const tableRows = names.map((name, place) => tableRow(place + 1, '', name))
  return {
    lab: openPipelineLab(catalogueOf('mongo', tableRows, fields), documents),
    table: (name) => names.indexOf(name) + 1,
    field: (path, options = null) => ['field', idOf(path), options],
  }
}

/** The shop of the SQL engines as documents. */
export const openPipelineShop = (): PipelineShop => openCollections(tables, collections, keys)
