import type { Json } from '../../kernel/json.ts'
import { invalid, type Refusal } from '../../kernel/refusal.ts'
import type { FieldRow, TableRow } from '../../views/database.ts'

/** A column that is written, and what callers call it. */
export type WriteColumn = {
  readonly slug: string
  readonly field: Pick<FieldRow, 'name' | 'base_type' | 'database_type'>
}

/** A table whose rows are written one by one, as the last sync found it. */
export type WriteTarget = {
  readonly table: Pick<TableRow, 'schema' | 'name'>
  readonly columns: readonly WriteColumn[]
  /** The column that tells rows apart. */
  readonly key: WriteColumn
}

/** Values by the slugs of their columns. */
export type WriteValues = ReadonlyMap<string, Json>

/** Where the value of a column stands in a request. */
export const pathOf = ({ slug }: WriteColumn): string => `parameters.${slug}`

/** A 400 that names the parameter of a column. */
export const wrongValue = (column: WriteColumn, message: string): Refusal =>
  invalid(pathOf(column), message)
