import type { NativeLevel, SchemaLevel } from '../permissions/levels.ts'
import { type Column, integer, type Row, text, view } from './view.ts'

/**
 * What a group may do with a database: one row a cell of the permissions graph. `schema` is '*'
 * for the whole database, `table_id` 0 for a whole schema.
 */
export const dataGrants = view(
  'data_grants',
  {
    group_id: integer(),
    database_id: integer(),
    schema: text(),
    table_id: integer(),
    level: text() as Column<SchemaLevel>,
  },
  { key: ['group_id', 'database_id', 'schema', 'table_id'], indexes: [['database_id']] },
)
export type DataGrantRow = Row<typeof dataGrants>

export const nativeGrants = view(
  'native_grants',
  { group_id: integer(), database_id: integer(), level: text() as Column<NativeLevel> },
  { key: ['group_id', 'database_id'], indexes: [['database_id']] },
)
export type NativeGrantRow = Row<typeof nativeGrants>
