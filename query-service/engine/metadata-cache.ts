import type { FieldRow, TableRow } from '../../shared/views/database.ts'
import type { Views } from '../context.ts'
import type { Catalogue } from './mbql/catalogue.ts'

/**
 * Rows read at one position of the read models serve every request at the same position: nothing
 * they show can have changed. A later position starts from nothing, so no answer is ever stale.
 */
export type PositionCache = {
  get<T>(
    position: bigint | undefined,
    key: string,
    load: () => Promise<T>,
    /** How many ordinary answers this one takes the room of; 1 unless told. */
    weight?: number,
  ): Promise<T>
}

/** What is kept at a time, by weight; beyond it the cache starts anew. */
const mostKept = 10_000

export const positionCache = (): PositionCache => {
  let at = -1n
  let entries = new Map<string, Promise<unknown>>()
  let kept = 0
  return {
    get: <T>(
      position: bigint | undefined,
      key: string,
      load: () => Promise<T>,
      weight = 1,
    ): Promise<T> => {
      if (position === undefined || position < at) return load()
      if (position > at || kept >= mostKept) {
        at = position
        entries = new Map()
        kept = 0
      }
      const known = entries.get(key) as Promise<T> | undefined
      if (known) return known
      const mine = entries
      const loading = load().catch((error) => {
        mine.delete(key)
        throw error
      })
      mine.set(key, loading)
      kept += weight
      return loading
    },
  }
}

const loadTable = async (views: Views, tableId: number) => {
  const [table, fields] = await Promise.all([
    views.selectFrom('tables').selectAll().where('id', '=', tableId).executeTakeFirst(),
    views
      .selectFrom('fields')
      .selectAll()
      .where('table_id', '=', tableId)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ])
  return { table, fields }
}

/** Tables that stand in a query only by one of their fields, behind a foreign key. */
const loadTablesOf = async (views: Views, fieldIds: readonly number[]): Promise<number[]> => {
  if (fieldIds.length === 0) return []
  const rows = await views
    .selectFrom('fields')
    .select('table_id')
    .distinct()
    .where('id', 'in', fieldIds)
    .execute()
  return rows.map((row) => row.table_id)
}

/** What a query names: the metadata that is needed to understand it. */
export type Needed = { readonly tables: Iterable<number>; readonly fields: Iterable<number> }

/** The part of a database's metadata that one query can refer to. */
export const loadCatalogue = async (
  views: Views,
  cache: PositionCache,
  position: bigint | undefined,
  database: { readonly id: number; readonly engine: string },
  needed: Needed,
): Promise<Catalogue> => {
  const fieldIds = [...needed.fields].sort((one, other) => one - other)
  const behindKeys = await cache.get(position, `tables of ${fieldIds.join()}`, () =>
    loadTablesOf(views, fieldIds),
  )
  const tableIds = new Set([...needed.tables, ...behindKeys])
  const tables = new Map<number, { table: TableRow; fields: readonly FieldRow[] }>()
  const fields = new Map<number, FieldRow>()
  for (const id of tableIds) {
    const loaded = await cache.get(position, `table ${id}`, () => loadTable(views, id))
    if (loaded.table?.db_id !== database.id) continue
    tables.set(id, { table: loaded.table, fields: loaded.fields })
    for (const field of loaded.fields) fields.set(field.id, field)
  }
  return {
    database,
    table: (id) => tables.get(id)?.table,
    fieldsOf: (id) => tables.get(id)?.fields ?? [],
    field: (id) => fields.get(id),
  }
}
