import { groupBy } from '../kernel/group-by.ts'
import type { FieldRow, TableRow } from '../views/database.ts'
import { slugOf } from './slug.ts'

/** A column that implicit actions write, and what its parameter is called. */
export type TargetColumn = { readonly slug: string; readonly field: FieldRow }

/** The table whose rows an implicit action writes, one by one. */
export type TargetTable = {
  readonly table: TableRow
  /** In the order of the table. */
  readonly columns: readonly TargetColumn[]
  /** The one that tells rows apart. */
  readonly key: TargetColumn
}

const bySlug = ({ slug }: TargetColumn) => slug

/**
 * A table as implicit actions see it, or why there can be none on it.
 * @param fields of that table, in order
 */
export const targetTable = (
  table: TableRow,
  fields: readonly FieldRow[],
): TargetTable | { readonly problem: string } => {
  if (!table.active) return { problem: 'The table of this model is not there any more.' }
  if (table.kind !== 'table') return { problem: 'This model is on a view, not on a table.' }
  const columns = fields
    .filter(({ active }) => active)
    .map((field) => ({ slug: slugOf(field.name), field }))
  const [key, ...others] = columns.filter(({ field }) => field.primary_key)
  if (!key || others.length > 0)
    return { problem: 'The table of this model must have exactly one column as primary key.' }
  const twice = [...groupBy(columns, bySlug).values()].find((all) => all.length > 1)
  if (twice) {
    const names = twice.map(({ field }) => JSON.stringify(field.name)).join(' and ')
    return { problem: `The columns ${names} cannot be told apart as parameters.` }
  }
  return { table, columns, key }
}
