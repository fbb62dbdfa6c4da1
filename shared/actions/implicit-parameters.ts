import { numericTypes, temporalTypes } from '../kernel/base-type.ts'
import type { FieldRow } from '../views/database.ts'
import type { ImplicitKind } from './kinds.ts'
import { describedBy, type Parameters } from './parameter.ts'
import type { TargetColumn, TargetTable } from './target-table.ts'

const typeOf = ({ base_type: type }: FieldRow): string => {
  if (type === 'type/Boolean') return 'boolean'
  if (temporalTypes.has(type)) return 'date'
  return numericTypes.has(type) ? 'number' : 'text'
}

/** The columns an action of this kind takes values for; delete takes the key alone. */
const exposedColumns = (
  { columns, key }: TargetTable,
  kind: ImplicitKind,
): readonly TargetColumn[] => (kind === 'row/delete' ? [key] : columns)

/** Of a new row, the database knows what has no value; the key says which row is meant otherwise. */
const isRequired = (column: TargetColumn, { key }: TargetTable, kind: ImplicitKind) =>
  kind !== 'row/create' && column === key

/** The parameters of an implicit action, one for each column, with what its author says of them. */
export const implicitParameters = (
  target: TargetTable,
  kind: ImplicitKind,
  said: Parameters,
): Parameters =>
  describedBy(
    exposedColumns(target, kind).map((column) => ({
      id: column.slug,
      slug: column.slug,
      name: column.field.display_name,
      'display-name': column.field.display_name,
      type: typeOf(column.field),
      target: ['variable', ['template-tag', column.slug]],
      required: isRequired(column, target, kind),
      'is-primary-key': column === target.key,
    })),
    said,
  )
