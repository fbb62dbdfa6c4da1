import type {
  CatalogueField,
  CatalogueForeignKey,
  CatalogueSnapshot,
  CatalogueTable,
  Cell,
} from '../../../shared/ports/engine-driver.ts'
import type { ReadAll } from '../engine.ts'
import { typeFromCatalogue } from './types.ts'

const ask = (read: ReadAll, sql: string) => read({ sql, parameters: [] })

const about = `select pg_catalog.current_setting('server_version'),
  pg_catalog.current_setting('TimeZone')`

/** Schemas of the server itself are left out, and with them everybody's temporary tables. */
const visible = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and pg_catalog.has_schema_privilege(n.oid, 'USAGE')`

/** Partitions stand behind their parent; a column right is enough to see a table. */
const readable = `c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`

const tables = `select n.nspname, c.relname,
    case when c.relkind in ('v', 'm') then 'view' else 'table' end,
    pg_catalog.obj_description(c.oid, 'pg_class'),
    case when c.reltuples >= 0 and c.relkind in ('r', 'm', 'p', 'f')
      then c.reltuples::bigint end
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${visible} and ${readable}
  order by 1, 2`

const fields = `select n.nspname, c.relname, a.attname, a.attnum,
    t.oid, t.typname, t.typtype, t.typcategory, coalesce(e.typdelim, ','),
    e.oid, e.typname, e.typtype,
    not a.attnotnull, k.conrelid is not null,
    pg_catalog.col_description(c.oid, a.attnum), d.typname
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_type d on d.oid = a.atttypid
  join pg_catalog.pg_type t
    on t.oid = case d.typtype when 'd' then d.typbasetype else d.oid end
  left join pg_catalog.pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  left join pg_catalog.pg_constraint k
    on k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)
  where a.attnum > 0 and not a.attisdropped and ${visible} and ${readable}
    and pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
  order by 1, 2, 4`

/** A key of a partitioned table is repeated for each partition: only the parent's counts. */
const foreignKeys = `select n.nspname, c.relname, a.attname, fn.nspname, fc.relname, fa.attname
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  join pg_catalog.pg_class fc on fc.oid = k.confrelid
  join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
  join pg_catalog.pg_attribute fa on fa.attrelid = fc.oid and fa.attnum = k.confkey[1]
  where k.contype = 'f' and pg_catalog.array_length(k.conkey, 1) = 1
    and not fc.relispartition and ${visible} and ${readable}
  order by 1, 2, 3, k.oid`

const text = (cell: Cell | undefined): string => cell ?? ''

const fieldOf = (row: readonly Cell[]): CatalogueField => {
  const [, , name, position, oid, typeName, kind, category, delimiter] = row
  const [element, elementName, elementKind, nullable, primaryKey, description, domain] =
    row.slice(9)
  const type = typeFromCatalogue({
    oid: Number(oid),
    name: text(typeName),
    kind: text(kind),
    category: text(category),
    delimiter: text(delimiter),
    element: element
      ? { oid: Number(element), name: text(elementName), kind: text(elementKind) }
      : undefined,
  })
  return {
    name: text(name),
    position: Number(position),
    databaseType: text(domain),
    baseType: type.baseType,
    nullable: nullable === 'true',
    primaryKey: primaryKey === 'true',
    description: description ?? null,
  }
}

const fieldsByTable = (rows: readonly (readonly Cell[])[]): Map<string, CatalogueField[]> => {
  const byTable = new Map<string, CatalogueField[]>()
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, 2))
    const found = byTable.get(key)
    if (found) found.push(fieldOf(row))
    else byTable.set(key, [fieldOf(row)])
  }
  return byTable
}

const foreignKeyOf = (row: readonly Cell[]): CatalogueForeignKey => ({
  schema: text(row[0]),
  table: text(row[1]),
  field: text(row[2]),
  targetSchema: text(row[3]),
  targetTable: text(row[4]),
  targetField: text(row[5]),
})

/** Four questions, whatever the number of tables. */
export const readCatalogue = async (read: ReadAll): Promise<CatalogueSnapshot> => {
  const [server] = await ask(read, about)
  const tableRows = await ask(read, tables)
  const byTable = fieldsByTable(await ask(read, fields))
  const keyRows = await ask(read, foreignKeys)
  return {
    version: text(server?.[0]),
    timeZone: server?.[1] ?? null,
    tables: tableRows.map(
      (row): CatalogueTable => ({
        schema: text(row[0]),
        name: text(row[1]),
        kind: row[2] === 'view' ? 'view' : 'table',
        description: row[3] ?? null,
        estimatedRows: row[4] == null ? null : Number(row[4]),
        fields: byTable.get(JSON.stringify(row.slice(0, 2))) ?? [],
      }),
    ),
    foreignKeys: keyRows.map(foreignKeyOf),
  }
}

/** Rights that reach beyond the data of one database. */
const powers = `select r.rolname from pg_catalog.pg_roles r
  where (r.rolname = current_user and r.rolsuper)
    or (r.rolname in ('pg_execute_server_program', 'pg_read_server_files',
        'pg_write_server_files')
      and pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER'))`

export const readWarning = async (read: ReadAll): Promise<string | undefined> => {
  const held = await ask(read, powers)
  return held.length === 0
    ? undefined
    : 'The database user is a superuser or may read files and start programs on the server. ' +
        'Queries run read-only, but an ordinary role with SELECT rights is safer.'
}
