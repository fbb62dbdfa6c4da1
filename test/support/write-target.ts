import type { BaseType } from '../../shared/kernel/base-type.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { WriteColumn, WriteTarget, WriteValues } from '../../shared/sql/write/target.ts'

export const writeColumn = (
  name: string,
  base_type: BaseType = 'type/Text',
  database_type = 'text',
): WriteColumn => ({ slug: name, field: { name, base_type, database_type } })

/** A table whose first column is its key. */
export const writeTarget = (
  table: WriteTarget['table'],
  key: WriteColumn,
  ...others: readonly WriteColumn[]
): WriteTarget => ({ table, columns: [key, ...others], key })

export const writeValues = (values: Readonly<Record<string, Json>>): WriteValues =>
  new Map(Object.entries(values))
