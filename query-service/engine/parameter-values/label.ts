import type { Json } from '../../../shared/kernel/json.ts'
import type { FieldRow } from '../../../shared/views/database.ts'

/** What is known around a field: its table's fields and, for a foreign key, those it leads to. */
export type FieldSurroundings = {
  readonly field: FieldRow
  readonly siblings: readonly FieldRow[]
  readonly target?: { readonly field: FieldRow; readonly siblings: readonly FieldRow[] } | undefined
}

const isOnlyKey = (field: FieldRow, siblings: readonly FieldRow[]): boolean =>
  field.primary_key && siblings.filter((one) => one.active && one.primary_key).length === 1

/** The one field that names the rows of a table. */
const nameAmong = (siblings: readonly FieldRow[]): FieldRow | undefined => {
  const names = siblings.filter((one) => one.active && one.semantic_type === 'type/Name')
  return names.length === 1 ? names[0] : undefined
}

/**
 * A reference to what the values of a key are called: the name in the row it stands for, its own or
 * the one it points at. Undefined where there is none, or several.
 */
export const labelOf = ({ field, siblings, target }: FieldSurroundings): Json | undefined => {
  if (isOnlyKey(field, siblings)) {
    const name = nameAmong(siblings)
    return name && ['field', name.id, null]
  }
  if (!target || !isOnlyKey(target.field, target.siblings)) return undefined
  const name = nameAmong(target.siblings)
  return name && ['field', name.id, { 'source-field': field.id }]
}
