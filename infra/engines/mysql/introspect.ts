import type {
  CatalogueField,
  CatalogueForeignKey,
  CatalogueSnapshot,
  CatalogueTable,
  Cell,
} from '../../../shared/ports/engine-driver.ts'
import type { ReadAll } from '../engine.ts'
import { bitType, typeNamed } from './types.ts'
import { readableZone } from './zone.ts'

const ask = (read: ReadAll, sql: string) => read({ sql, parameters: [] })

const about = `select version(),
  case when @@session.time_zone = 'SYSTEM' then @@system_time_zone else @@session.time_zone end,
  timediff(now(), utc_timestamp())`

/** Fails when the database was dropped behind this connection, where the others would find nothing. */
const presence = `show tables like ''`

/** The server lists only what the user has some right on. */
const tables = `select table_name,
    case when table_type like '%VIEW' then 'view' else 'table' end,
    case when table_type like '%VIEW' then '' else table_comment end,
    table_rows
  from information_schema.tables
  where table_schema = database() and table_type <> 'SEQUENCE'
  order by 1`

const fields = `select table_name, column_name, ordinal_position, lower(data_type),
    lower(column_type), is_nullable, column_key, column_comment
  from information_schema.columns
  where table_schema = database() and find_in_set('select', privileges) > 0
  order by 1, 3`

/** MariaDB keeps JSON as text under a check; that check is how it is told from text. */
const jsonChecks = `select table_name, constraint_name
  from information_schema.check_constraints
  where constraint_schema = database() and check_clause like 'json_valid(%'`

const foreignKeys = `select k.table_name, max(k.column_name), max(k.referenced_table_name),
    max(k.referenced_column_name)
  from information_schema.key_column_usage k
  where k.table_schema = database() and k.referenced_table_schema = database()
  group by k.table_name, k.constraint_name
  having count(*) = 1
  order by 1, 2`

const text = (cell: Cell | undefined): string => cell ?? ''
const textOrNull = (cell: Cell | undefined): string | null => cell || null

const typeOf = (dataType: string, columnType: string) =>
  dataType === 'bit' ? bitType(Number(/\d+/.exec(columnType)?.[0] ?? 1)) : typeNamed(dataType)

const fieldOf = (row: readonly Cell[], isJson: boolean): CatalogueField => {
  const [, name, position, dataType, columnType, nullable, key, comment] = row
  const databaseType = isJson ? 'json' : text(dataType)
  return {
    name: text(name),
    position: Number(position),
    databaseType,
    baseType: typeOf(databaseType, text(columnType)).baseType,
    nullable: nullable === 'YES',
    primaryKey: key === 'PRI',
    description: textOrNull(comment),
  }
}

const columnKey = (table: Cell | undefined, column: Cell | undefined): string =>
  JSON.stringify([table, column])

const fieldsByTable = (rows: readonly (readonly Cell[])[], jsonColumns: ReadonlySet<string>) => {
  const byTable = new Map<string, CatalogueField[]>()
  for (const row of rows) {
    const table = text(row[0])
    const field = fieldOf(row, jsonColumns.has(columnKey(row[0], row[1])))
    const found = byTable.get(table)
    if (found) found.push(field)
    else byTable.set(table, [field])
  }
  return byTable
}

const foreignKeyOf = ([
  table,
  field,
  targetTable,
  targetField,
]: readonly Cell[]): CatalogueForeignKey => ({
  schema: '',
  table: text(table),
  field: text(field),
  targetSchema: '',
  targetTable: text(targetTable),
  targetField: text(targetField),
})

/** A fixed number of questions, whatever the number of tables. */
export const readCatalogue = async (read: ReadAll): Promise<CatalogueSnapshot> => {
  await ask(read, presence)
  const [server] = await ask(read, about)
  const version = text(server?.[0])
  const tableRows = await ask(read, tables)
  const fieldRows = await ask(read, fields)
  const checkRows = /mariadb/i.test(version) ? await ask(read, jsonChecks) : []
  const keyRows = await ask(read, foreignKeys)
  const jsonColumns = new Set(checkRows.map(([table, column]) => columnKey(table, column)))
  const byTable = fieldsByTable(fieldRows, jsonColumns)
  return {
    version,
    timeZone: readableZone(text(server?.[1]), text(server?.[2]), Date.now()),
    tables: tableRows
      .filter((row) => byTable.has(text(row[0])))
      .map(
        (row): CatalogueTable => ({
          schema: '',
          name: text(row[0]),
          kind: row[1] === 'view' ? 'view' : 'table',
          description: textOrNull(row[2]),
          estimatedRows: row[3] == null ? null : Number(row[3]),
          fields: byTable.get(text(row[0])) ?? [],
        }),
      ),
    foreignKeys: keyRows.map(foreignKeyOf),
  }
}

/** Rights that reach beyond the data of one database; a user sees only their own. */
const powers = `select privilege_type from information_schema.user_privileges
  where privilege_type in ('SUPER', 'FILE', 'SHUTDOWN', 'CREATE USER')`

export const readWarning = async (read: ReadAll): Promise<string | undefined> => {
  const held = await ask(read, powers)
  return held.length === 0
    ? undefined
    : 'The database user may administer the server or read and write files on it. ' +
        'Queries run read-only, but an ordinary user with SELECT rights is safer.'
}
