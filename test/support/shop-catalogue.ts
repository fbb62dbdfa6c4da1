import type { Catalogue } from '../../query-service/engine/mbql/catalogue.ts'
import type { BaseType } from '../../shared/kernel/base-type.ts'
import type { FieldRow, TableRow } from '../../shared/views/database.ts'

const at = '2026-01-01T00:00:00Z'

const table = (id: number, schema: string, name: string, extra: Partial<TableRow> = {}) =>
  ({
    id,
    db_id: 1,
    schema,
    name,
    display_name: name,
    description: null,
    kind: 'table',
    active: true,
    created_at: at,
    updated_at: at,
    ...extra,
  }) satisfies TableRow

const humanized = (name: string) =>
  name
    .split('_')
    .map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')

type FieldOptions = Partial<FieldRow> & { readonly database_type?: string }

export const fieldRow = (
  id: number,
  table_id: number,
  name: string,
  base_type: BaseType,
  extra: FieldOptions = {},
): FieldRow => ({
  id,
  table_id,
  db_id: 1,
  name,
  display_name: humanized(name),
  description: null,
  database_type: 'text',
  base_type,
  semantic_type: null,
  nullable: true,
  primary_key: false,
  fk_target_field_id: null,
  position: id % 100,
  active: true,
  created_at: at,
  updated_at: at,
  ...extra,
})

/** Ids of the fields of `orders`, the table of most questions. */
export const orders = {
  table: 1,
  id: 10,
  status: 11,
  total: 12,
  quantity: 13,
  createdAt: 14,
  shippedOn: 15,
  paid: 16,
  openedAt: 17,
  loadedAt: 18,
  views: 19,
  discount: 20,
} as const

const orderFields: readonly FieldRow[] = [
  fieldRow(orders.id, 1, 'id', 'type/Integer', { semantic_type: 'type/PK', primary_key: true }),
  fieldRow(orders.status, 1, 'status', 'type/Text', { semantic_type: 'type/Category' }),
  fieldRow(orders.total, 1, 'total', 'type/Decimal', { database_type: 'numeric' }),
  fieldRow(orders.quantity, 1, 'quantity', 'type/Integer', { database_type: 'int4' }),
  fieldRow(orders.createdAt, 1, 'created_at', 'type/DateTime', { database_type: 'timestamp' }),
  fieldRow(orders.shippedOn, 1, 'shipped_on', 'type/Date', { database_type: 'date' }),
  fieldRow(orders.paid, 1, 'paid', 'type/Boolean', { database_type: 'bool' }),
  fieldRow(orders.openedAt, 1, 'opened_at', 'type/Time', { database_type: 'time' }),
  fieldRow(orders.loadedAt, 1, 'loaded_at', 'type/DateTimeWithLocalTZ', {
    database_type: 'timestamptz',
  }),
  fieldRow(orders.views, 1, 'views', 'type/BigInteger', { database_type: 'int8' }),
  fieldRow(orders.discount, 1, 'discount', 'type/Float', { database_type: 'float8' }),
]

export const otherTableField = 30
export const inactiveField = 40
export const inactiveTable = 4
export const foreignTable = 5

/** A catalogue over rows given, as a sync would have left them. */
export const catalogueOf = (
  engine: string,
  tables: readonly TableRow[],
  fields: readonly FieldRow[],
): Catalogue => ({
  database: { id: 1, engine },
  table: (id) => tables.find((one) => one.id === id),
  fieldsOf: (tableId) => fields.filter((one) => one.table_id === tableId),
  field: (id) => fields.find((one) => one.id === id),
})

/** A small shop as the sync of this engine would describe it. */
export const shopCatalogue = (engine: string): Catalogue => {
  const schema = engine === 'mysql' ? '' : 'public'
  return catalogueOf(
    engine,
    [
      table(orders.table, schema, 'orders'),
      table(2, schema, 'people'),
      table(inactiveTable, schema, 'secret_archive', { active: false }),
      table(foreignTable, schema, 'secret_elsewhere', { db_id: 2 }),
    ],
    [
      ...orderFields,
      fieldRow(otherTableField, 2, 'secret_name', 'type/Text'),
      fieldRow(inactiveField, 1, 'secret_old', 'type/Text', { active: false }),
    ],
  )
}

export const tableRow = table
