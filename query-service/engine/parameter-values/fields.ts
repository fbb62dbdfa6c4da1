import type { Json } from '../../../shared/kernel/json.ts'
import { found, refuseUnless } from '../../../shared/kernel/refusal.ts'
import type { DataRights } from '../../../shared/permissions/data-rights.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { Views } from '../../context.ts'
import { activeTables, findDatabase } from '../../metadata.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import { loadCatalogue, type PositionCache } from '../metadata-cache.ts'
import type { Asking } from '../prepare/prepared.ts'
import { everything, rightsOf } from '../prepare/rights.ts'
import type { ValuesAsking } from './ask.ts'
import type { ForeignKey } from './chain.ts'
import { labelOf } from './label.ts'

/** A field whose values one may have, and its table. */
export type KnownField = {
  readonly field: FieldRow
  readonly table: TableRow
  /** What is known of it and of where it leads. */
  readonly catalogue: Catalogue
}

const readField = (views: Views, id: number): Promise<FieldRow | undefined> =>
  views.selectFrom('fields').selectAll().where('id', '=', id).executeTakeFirst()

const reachOf = (asking: ValuesAsking, cache: PositionCache): Promise<DataRights> | DataRights =>
  asking.asSaved ? everything : rightsOf(asking, cache)

/**
 * @param within the database it is to be in, where what was saved speaks for that one only
 * @throws {Refusal} 404 for a field that is not there, 403 for one whose table one may not query
 */
export const findField = async (
  asking: ValuesAsking,
  cache: PositionCache,
  id: number,
  within?: number,
): Promise<KnownField> => {
  const { views, position } = asking
  const row = await cache.get(position, `field ${id}`, () => readField(views, id))
  const isThere = row?.active && (within === undefined || row.db_id === within)
  const field = found(isThere ? row : undefined, 'Field')
  const { db_id: databaseId, table_id: tableId, fk_target_field_id: target } = field
  const database = await cache.get(position, `database ${databaseId}`, () =>
    findDatabase(views, databaseId, 'Field'),
  )
  const catalogue = await loadCatalogue(views, cache, position, database, {
    tables: [tableId],
    fields: target === null ? [] : [target],
  })
  const known = catalogue.table(tableId)
  const table = found(known?.active ? known : undefined, 'Field')
  const rights = await reachOf(asking, cache)
  refuseUnless(rights.mayQueryTable(table), 'forbidden', 'You are not allowed to see this.')
  return { field, table, catalogue }
}

/** What its values are called, as far as whoever asks may read that themselves: strangers may not. */
export const findLabel = async (
  asking: Asking,
  cache: PositionCache,
  { field, catalogue }: KnownField,
): Promise<Json | undefined> => {
  if (!asking.actor) return undefined
  const rights = await rightsOf(asking, cache)
  const siblingsOf = ({ table_id: id }: FieldRow): readonly FieldRow[] => {
    const table = catalogue.table(id)
    return table?.active && rights.mayQueryTable(table) ? catalogue.fieldsOf(id) : []
  }
  const target = catalogue.field(field.fk_target_field_id ?? 0)
  return labelOf({
    field,
    siblings: siblingsOf(field),
    target: target?.active ? { field: target, siblings: siblingsOf(target) } : undefined,
  })
}

const readKeys = async (views: Views, databaseId: number) => {
  const [tables, fields] = await Promise.all([
    activeTables(views, databaseId),
    views
      .selectFrom('fields as key')
      .innerJoin('fields as target', 'target.id', 'key.fk_target_field_id')
      .where('key.db_id', '=', databaseId)
      .where('target.db_id', '=', databaseId)
      .where('key.active', '=', true)
      .where('target.active', '=', true)
      .select([
        'key.id as id',
        'key.table_id as table_id',
        'target.id as target_id',
        'target.table_id as target_table_id',
      ])
      .execute(),
  ])
  const keys = fields.map(
    (row): ForeignKey => ({
      from: { id: row.id, table_id: row.table_id, db_id: databaseId },
      to: { id: row.target_id, table_id: row.target_table_id, db_id: databaseId },
    }),
  )
  return { tables, keys }
}

/** The foreign keys of a database between tables that one may query. */
export const findKeys = async (
  asking: ValuesAsking,
  cache: PositionCache,
  databaseId: number,
): Promise<readonly ForeignKey[]> => {
  const { views, position } = asking
  const { tables, keys } = await cache.get(position, `keys of ${databaseId}`, () =>
    readKeys(views, databaseId),
  )
  const rights = await reachOf(asking, cache)
  const allowed = new Set(tables.filter(rights.mayQueryTable).map(({ id }) => id))
  return keys.filter(({ from, to }) => allowed.has(from.table_id) && allowed.has(to.table_id))
}
