import type { NativeLevel, SchemaLevel } from './levels.ts'

/** One level for all tables of a schema, or one for each table that has one: by table id. */
export type TableAccess = SchemaLevel | Readonly<Record<string, SchemaLevel>>
/** One level for the whole database, or what each schema has; schemas left out have nothing. */
export type SchemaAccess = SchemaLevel | Readonly<Record<string, TableAccess>>

/** A group's rights on a database, shaped as the permissions graph shows them. */
export type DatabaseAccess = { readonly schemas: SchemaAccess; readonly native: NativeLevel }

export const noAccess: DatabaseAccess = { schemas: 'none', native: 'none' }
export const fullAccess: DatabaseAccess = { schemas: 'all', native: 'write' }

/** What can be asked about: the whole database, one of its schemas, or one table in one. */
export type DataPlace = {
  readonly schema?: string | undefined
  readonly table?: number | undefined
}

/** What a map holds under a key of its own, whatever its prototype has there. */
export const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined

/**
 * The level that holds at a place: the innermost statement that covers it. Where only parts of the
 * place have a level, there is none for the whole of it.
 */
export const levelAt = ({ schemas }: DatabaseAccess, { schema, table }: DataPlace): SchemaLevel => {
  if (typeof schemas === 'string') return schemas
  if (schema === undefined) return 'none'
  const tables = own(schemas, schema) ?? 'none'
  if (typeof tables === 'string') return tables
  return table === undefined ? 'none' : (own(tables, String(table)) ?? 'none')
}
