import type { FieldRecord, TableRecord } from '../shared/contract/database-records.ts'
import { temporalTypes, textTypes } from '../shared/kernel/base-type.ts'
import { groupBy } from '../shared/kernel/group-by.ts'
import { found } from '../shared/kernel/refusal.ts'
import type { DataRights } from '../shared/permissions/data-rights.ts'
import type { DatabaseRow, FieldRow, TableRow } from '../shared/views/database.ts'
import type { Views } from './context.ts'

/** How clients may offer values of a field: from the cached list, by searching, or not at all. */
const valuesMode = (field: FieldRow, cached: ReadonlySet<number>) => {
  if (cached.has(field.id)) return 'list' as const
  const searchable = textTypes.has(field.base_type) && !temporalTypes.has(field.base_type)
  return searchable ? ('search' as const) : ('none' as const)
}

/** A field as the API tells it. */
export const presentField = (field: FieldRow, cached: ReadonlySet<number>): FieldRecord => ({
  id: field.id,
  table_id: field.table_id,
  name: field.name,
  display_name: field.display_name,
  description: field.description,
  database_type: field.database_type,
  base_type: field.base_type,
  effective_type: field.base_type,
  semantic_type: field.semantic_type,
  coercion_strategy: null,
  visibility_type: 'normal',
  active: field.active,
  position: field.position,
  database_position: field.position,
  database_required: !field.nullable,
  fk_target_field_id: field.fk_target_field_id,
  has_field_values: valuesMode(field, cached),
  parent_id: null,
  settings: null,
  fingerprint: null,
  created_at: field.created_at,
  updated_at: field.updated_at,
})

/** A table as the API tells it. */
export const presentTable = (table: TableRow): TableRecord => ({
  id: table.id,
  db_id: table.db_id,
  schema: table.schema,
  name: table.name,
  display_name: table.display_name,
  description: table.description,
  entity_type: 'entity/GenericTable',
  kind: table.kind,
  active: table.active,
  visibility_type: null,
  field_order: 'database',
  initial_sync_status: 'complete',
  created_at: table.created_at,
  updated_at: table.updated_at,
})

/** Tables with their fields, each foreign key with the field it points at. */
export const withFields = (
  tables: readonly TableRow[],
  fields: readonly FieldRow[],
  targets: ReadonlyMap<number, FieldRow>,
  cached: ReadonlySet<number>,
) => {
  const fieldsOf = groupBy(fields, (field) => field.table_id)
  return tables.map((table) => ({
    ...presentTable(table),
    fields: (fieldsOf.get(table.id) ?? []).map((field) => withTarget(field, targets, cached)),
    segments: [],
    metrics: [],
  }))
}

export const withTarget = (
  field: FieldRow,
  targets: ReadonlyMap<number, FieldRow>,
  cached: ReadonlySet<number>,
) => {
  const target =
    field.fk_target_field_id === null ? undefined : targets.get(field.fk_target_field_id)
  return {
    ...presentField(field, cached),
    target: target ? { id: target.id, table_id: target.table_id, name: target.name } : null,
  }
}

/** A connected database, or a 404 that names what was asked for. @throws {Refusal} */
export const findDatabase = async (
  views: Views,
  id: number,
  what = 'Database',
): Promise<DatabaseRow> =>
  found(
    await views.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst(),
    what,
  )

/** Active tables of a database, by schema and name. */
export const activeTables = (views: Views, databaseId: number): Promise<TableRow[]> =>
  views
    .selectFrom('tables')
    .selectAll()
    .where('db_id', '=', databaseId)
    .where('active', '=', true)
    .orderBy('schema')
    .orderBy('name')
    .execute()

/** Active fields of these tables, in the order of their columns. */
export const activeFields = async (
  views: Views,
  tableIds: readonly number[],
): Promise<FieldRow[]> =>
  tableIds.length === 0
    ? []
    : views
        .selectFrom('fields')
        .selectAll()
        .where('table_id', 'in', [...tableIds])
        .where('active', '=', true)
        .orderBy('table_id')
        .orderBy('position')
        .orderBy('id')
        .execute()

/** The fields that foreign keys among these point at, by id, as far as one may see them. */
export const foreignTargets = async (
  views: Views,
  fields: readonly FieldRow[],
  rights: Pick<DataRights, 'mayQueryTable'> = { mayQueryTable: () => true },
): Promise<ReadonlyMap<number, FieldRow>> => {
  const ids = fields.flatMap(({ fk_target_field_id: id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const rows = await views
    .selectFrom('fields')
    .innerJoin('tables', 'tables.id', 'fields.table_id')
    .selectAll('fields')
    .select('tables.schema')
    .where('fields.id', 'in', ids)
    .where('fields.active', '=', true)
    .where('tables.active', '=', true)
    .execute()
  const visible = rows.filter(({ db_id, schema, table_id: id }) =>
    rights.mayQueryTable({ db_id, schema, id }),
  )
  return new Map(visible.map((row) => [row.id, row]))
}
