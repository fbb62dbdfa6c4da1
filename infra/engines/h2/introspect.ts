import type {
  CatalogueField,
  CatalogueSnapshot,
  CatalogueTable,
  Cell,
} from '../../../shared/ports/engine-driver.ts'
import type { ReadAll } from '../engine.ts'
import { baseTypeOf } from './base-types.ts'
import { foreignKeysOf, type KeyColumn, keyColumnOf } from './keys.ts'

const ask = (read: ReadAll, sql: string) => read({ sql, parameters: [] })

const about = `select h2version(),
  (select setting_value from information_schema.settings where setting_name = 'TIME ZONE')`

/** The catalogue's own schemas; the others are listed as far as the user has a right on them. */
const visible = `lower(table_schema) not in ('information_schema', 'pg_catalog')`

const tables = `select table_schema, table_name,
    case table_type when 'VIEW' then 'view' else 'table' end, remarks,
    case table_type when 'BASE TABLE' then row_count_estimate end
  from information_schema.tables where ${visible} order by 1, 2`

const columns = `select table_schema, table_name, column_name, ordinal_position, lower(data_type),
    is_nullable, remarks
  from information_schema.columns where ${visible} order by 1, 2, 4`

const keys = `select k.constraint_schema, k.constraint_name, c.constraint_type,
    k.table_schema, k.table_name, k.column_name, k.position_in_unique_constraint,
    r.unique_constraint_schema, r.unique_constraint_name
  from information_schema.key_column_usage k
  join information_schema.table_constraints c
    on c.constraint_schema = k.constraint_schema and c.constraint_name = k.constraint_name
  left join information_schema.referential_constraints r
    on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
  order by k.table_schema, k.table_name, k.constraint_name, k.ordinal_position`

const text = (cell: Cell | undefined): string => cell ?? ''

const tableKey = (schema: Cell | undefined, table: Cell | undefined): string =>
  JSON.stringify([schema, table])

const primaryColumns = (keyColumns: readonly KeyColumn[]): ReadonlySet<string> =>
  new Set(
    keyColumns
      .filter(({ kind }) => kind === 'PRIMARY KEY')
      .map(({ schema, table, column }) => JSON.stringify([schema, table, column])),
  )

const fieldOf = (row: readonly Cell[], isPrimary: boolean): CatalogueField => {
  const [, , name, position, dataType, nullable, remarks] = row
  return {
    name: text(name),
    position: Number(position),
    databaseType: text(dataType),
    baseType: baseTypeOf(text(dataType)),
    nullable: nullable === 'YES',
    primaryKey: isPrimary,
    description: remarks || null,
  }
}

const fieldsByTable = (rows: readonly (readonly Cell[])[], primary: ReadonlySet<string>) => {
  const byTable = new Map<string, CatalogueField[]>()
  for (const row of rows) {
    const key = tableKey(row[0], row[1])
    const field = fieldOf(row, primary.has(JSON.stringify(row.slice(0, 3))))
    const found = byTable.get(key)
    if (found) found.push(field)
    else byTable.set(key, [field])
  }
  return byTable
}

/** Four questions, whatever the number of tables. */
export const readCatalogue = async (read: ReadAll): Promise<CatalogueSnapshot> => {
  const [server] = await ask(read, about)
  const tableRows = await ask(read, tables)
  const columnRows = await ask(read, columns)
  const keyColumns = (await ask(read, keys)).map(keyColumnOf)
  const byTable = fieldsByTable(columnRows, primaryColumns(keyColumns))
  return {
    version: text(server?.[0]),
    timeZone: server?.[1] ?? null,
    tables: tableRows.map(
      (row): CatalogueTable => ({
        schema: text(row[0]),
        name: text(row[1]),
        kind: row[2] === 'view' ? 'view' : 'table',
        description: row[3] || null,
        estimatedRows: row[4] == null ? null : Number(row[4]),
        fields: byTable.get(tableKey(row[0], row[1])) ?? [],
      }),
    ),
    foreignKeys: foreignKeysOf(keyColumns),
  }
}

const power = `select is_admin from information_schema.users where user_name = current_user`

export const readWarning = async (read: ReadAll): Promise<string | undefined> => {
  const [user] = await ask(read, power)
  return user?.[0] === 'true'
    ? 'The database user is an administrator, who may read and write files on the server. ' +
        'Queries run in transactions that are rolled back, but an ordinary user with SELECT ' +
        'rights is safer.'
    : undefined
}
