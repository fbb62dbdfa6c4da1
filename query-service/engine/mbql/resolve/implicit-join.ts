import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { ColumnMetadata } from '../../column-metadata.ts'
import type { FieldRef } from '../ast/reference.ts'
import type { Column } from '../term.ts'
import { type Relation, tableRelation } from './relation.ts'
import type { Scope } from './scope.ts'

/** `User ID` → `User`: what a key's target is called. */
export const targetLabel = (displayName: string): string =>
  displayName.replace(/ id$/i, '') || displayName

/** The same columns, told as reached by way of something. */
export const reachedBy = (
  relation: Relation,
  label: string,
  facts: Pick<ColumnMetadata, 'source_alias' | 'fk_field_id'>,
): Relation => {
  const known = new Map<Column, Column>()
  const retold = (column: Column): Column => {
    const before = known.get(column)
    if (before) return before
    const { metadata } = column
    const display_name = `${label} → ${metadata.display_name}`
    const after = { ...column, metadata: { ...metadata, display_name, ...facts } }
    known.set(column, after)
    return after
  }
  return {
    alias: relation.alias,
    columns: relation.columns.map(retold),
    find: (...wanted) => {
      const column = relation.find(...wanted)
      return column && retold(column)
    },
  }
}

const joinTarget = (ref: FieldRef, key: Column, scope: Scope): Relation => {
  const { catalogue, touched, reads } = scope.session
  const target = catalogue.field(key.metadata.fk_target_field_id ?? 0)
  const table = target && catalogue.table(target.table_id)
  if (!target?.active || !table?.active || table.db_id !== catalogue.database.id)
    throw invalid(ref.path, 'The source field is not a foreign key into a table of this database.')
  touched.tables.add(table.id)
  reads.add(table.id)
  touched.fields.add(target.id)
  const alias = scope.nameIt(`${table.name}__via__${key.metadata.name}`)
  const plain = tableRelation(catalogue.fieldsOf(table.id), alias)
  const primary = plain.find(target.id)
  if (!primary) throw invalid(ref.path, 'The target of the foreign key is not there.')
  scope.joins.push({
    source: { kind: 'table', table },
    alias,
    strategy: 'left-join',
    condition: { kind: 'compare', operator: '=', left: key, right: primary },
  })
  return reachedBy(plain, targetLabel(key.metadata.display_name), {
    source_alias: alias,
    ...(key.metadata.id === undefined ? {} : { fk_field_id: key.metadata.id }),
  })
}

/** The column in the row a foreign key points at. @throws {Refusal} 400 */
export const throughForeignKey = (ref: FieldRef, key: Column, scope: Scope): Column | undefined => {
  const way = `${key.relation}\u0000${key.name}`
  const known = scope.implied.get(way)
  const target = known ?? joinTarget(ref, key, scope)
  if (!known) scope.implied.set(way, target)
  return target.find(ref.id)
}
