import { type BaseType, baseTypes } from '../../../../shared/kernel/base-type.ts'
import type { FieldRow } from '../../../../shared/views/database.ts'
import type { ColumnMetadata } from '../../column-metadata.ts'
import { uniqueAliases } from '../alias.ts'
import type { Column } from '../term.ts'

/** What can be selected from: a table, a nested query or a join, under its alias in the SQL. */
export type Relation = {
  readonly alias: string
  readonly columns: readonly Column[]
  /**
   * By id or by name; by the alias of a join inside a nested query too, where several have the id.
   * The type is what the caller says it is, for columns nobody else knows the type of.
   */
  readonly find: (
    id: number | string,
    joinAlias?: string,
    claimedType?: string,
  ) => Column | undefined
}

const byPosition = (one: FieldRow, other: FieldRow) =>
  one.position - other.position || (one.name < other.name ? -1 : 1)

const fieldMetadata = (field: FieldRow): ColumnMetadata => ({
  name: field.name,
  display_name: field.display_name,
  base_type: field.base_type,
  effective_type: field.base_type,
  semantic_type: field.semantic_type,
  source: 'fields',
  field_ref: ['field', field.id, null],
  database_type: field.database_type,
  id: field.id,
  table_id: field.table_id,
  description: field.description,
  visibility_type: 'normal',
  position: field.position,
  fk_target_field_id: field.fk_target_field_id,
  fingerprint: null,
  coercion_strategy: null,
  settings: null,
  parent_id: null,
  nfc_path: null,
})

/** Finds the first of a name or an id; ids are numbers and names are texts, so no two clash. */
const finder = (columns: readonly Column[]): Relation['find'] => {
  const known = new Map<number | string, Column>()
  const note = (key: number | string | undefined, column: Column) => {
    if (key !== undefined && !known.has(key)) known.set(key, column)
  }
  for (const column of columns) {
    note(column.metadata.id, column)
    note(column.metadata.name, column)
  }
  return (id, joinAlias) => {
    const isOfJoin = ({ metadata }: Column) =>
      metadata.source_alias === joinAlias && (metadata.id === id || metadata.name === id)
    return (joinAlias === undefined ? undefined : columns.find(isOfJoin)) ?? known.get(id)
  }
}

const fieldColumn = (field: FieldRow, relation: string): Column => ({
  kind: 'column',
  relation,
  name: field.name,
  baseType: field.base_type,
  databaseType: field.database_type,
  metadata: fieldMetadata(field),
})

/** The active columns of a table, in the order of the table. */
export const tableRelation = (fields: readonly FieldRow[], alias: string): Relation => {
  const active = fields.filter((field) => field.active).toSorted(byPosition)
  const columns = active.map((field) => fieldColumn(field, alias))
  return { alias, columns, find: finder(columns) }
}

const isBaseType = (text: string): text is BaseType =>
  (baseTypes as readonly string[]).includes(text)

/** A type as the caller wrote it; what it is worth nobody knows before the query has run. */
const typeOf = (baseType: string | undefined): BaseType =>
  baseType !== undefined && isBaseType(baseType) ? baseType : 'type/*'

const nameOnly = (name: string, baseType: BaseType): ColumnMetadata => ({
  name,
  display_name: name,
  base_type: baseType,
  effective_type: baseType,
  semantic_type: null,
  source: 'fields',
  field_ref: ['field', name, { 'base-type': baseType }],
})

/**
 * What SQL answers is sure only once it has run: beside the columns it is known to have there is any
 * that is asked for by name.
 */
export const nativeRelation = (known: readonly ColumnMetadata[], alias: string): Relation => {
  const toColumn = (metadata: ColumnMetadata): Column => ({
    kind: 'column',
    relation: alias,
    name: metadata.name,
    baseType: metadata.base_type,
    databaseType: metadata.database_type ?? '',
    metadata,
  })
  const columns = known.map(toColumn)
  const asked = new Map(columns.map((column) => [column.name, column]))
  const find: Relation['find'] = (id, _, claimed) => {
    if (typeof id !== 'string') return undefined
    const column = asked.get(id) ?? toColumn(nameOnly(id, typeOf(claimed)))
    asked.set(id, column)
    return column
  }
  return { alias, columns, find }
}

/** The result of a nested query, which is a table to the query around it. */
export const queryRelation = (
  columns: readonly ColumnMetadata[] | undefined,
  alias: string,
): Relation => {
  if (!columns) return nativeRelation([], alias)
  const label = uniqueAliases()
  const nested = columns.map(
    (metadata): Column => ({
      kind: 'column',
      relation: alias,
      name: label(metadata.name),
      baseType: metadata.base_type,
      databaseType: metadata.database_type ?? '',
      metadata,
    }),
  )
  return { alias, columns: nested, find: finder(nested) }
}
