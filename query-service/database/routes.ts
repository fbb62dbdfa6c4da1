import * as contract from '../../shared/contract/database.ts'
import type { DatabaseRecord } from '../../shared/contract/database-records.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import type { SyncProgress } from '../../shared/ports/sync-progress.ts'
import type { DatabaseRow, FieldRow, TableRow } from '../../shared/views/database.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import {
  activeFields,
  activeTables,
  findDatabase,
  foreignTargets,
  presentField,
  presentTable,
  withFields,
} from '../metadata.ts'
import { type DatabasePresenter, isSyncDue, presentDatabase } from './present.ts'
import { suggestCompletions } from './suggest.ts'

export type DatabaseDependencies = DatabasePresenter & {
  readonly fieldValues: FieldValues
  readonly syncProgress: Pick<SyncProgress, 'of'>
  readonly checkHealth: (database: DatabaseRow) => Promise<DatabaseHealth>
}

/** Found by opening a connection. What works may come with a warning. */
export type DatabaseHealth = { readonly status: 'ok' | 'error'; readonly message?: string }

/** Every field of these tables, ready to show. */
const describe = async (
  views: Views,
  fieldValues: FieldValues,
  tables: readonly TableRow[],
  fields: readonly FieldRow[],
) => {
  const [targets, cached] = await Promise.all([
    foreignTargets(views, fields),
    fieldValues.known(fields.map(({ id }) => id)),
  ])
  return withFields(tables, fields, targets, cached)
}

const tablesOfSchema = async (views: Views, id: number, schema: string) => {
  await findDatabase(views, id)
  const tables = (await activeTables(views, id)).filter((table) => table.schema === schema)
  return found(tables.length > 0 ? tables : undefined, 'Schema').map(presentTable)
}

const matches = (
  table: TableRow,
  filter: { table?: string | undefined; schema?: string | undefined },
) =>
  (filter.schema === undefined || table.schema === filter.schema) &&
  (filter.table === undefined || table.name === filter.table || String(table.id) === filter.table)

export const databaseRoutes = (dependencies: DatabaseDependencies): readonly QueryRoute[] => {
  const { fieldValues, syncProgress } = dependencies

  const presentAll = async (rows: readonly DatabaseRow[]): Promise<DatabaseRecord[]> => {
    const progress = await syncProgress.of(rows.filter(isSyncDue).map(({ id }) => id))
    return rows.map((row) => presentDatabase(row, dependencies, progress.get(row.id)))
  }

  const present = async (row: DatabaseRow): Promise<DatabaseRecord> => {
    const [record] = await presentAll([row])
    return found(record, 'Database')
  }

  return [
    on(contract.listDatabases, async ({ query }, { views }) => {
      const rows = await views.selectFrom('databases').selectAll().execute()
      rows.sort((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()) || a.id - b.id)
      const data = await presentAll(rows)
      if (query.include !== 'tables') return { data, total: data.length }
      const tables = await views
        .selectFrom('tables')
        .selectAll()
        .where('active', '=', true)
        .execute()
      const byDatabase = groupBy(tables, ({ db_id }) => db_id)
      return {
        data: data.map((database) => ({
          ...database,
          tables: (byDatabase.get(database.id) ?? []).map(presentTable),
        })),
        total: data.length,
      }
    }),

    on(contract.getDatabase, async ({ params: { id }, query }, { views }) => {
      const row = await findDatabase(views, id)
      if (query?.include === undefined) return present(row)
      const tables = await activeTables(views, id)
      if (query.include === 'tables')
        return { ...(await present(row)), tables: tables.map(presentTable) }
      const fields = await activeFields(
        views,
        tables.map((table) => table.id),
      )
      return {
        ...(await present(row)),
        tables: await describe(views, fieldValues, tables, fields),
      }
    }),

    on(contract.checkDatabaseHealth, async ({ params: { id } }, { views }) =>
      dependencies.checkHealth(await findDatabase(views, id)),
    ),

    on(contract.listSchemas, async ({ params: { id } }, { views }) => {
      await findDatabase(views, id)
      const tables = await activeTables(views, id)
      return [...new Set(tables.map(({ schema }) => schema))].sort()
    }),

    on(contract.listTablesOfSchema, async ({ params: { id, schema } }, { views }) =>
      tablesOfSchema(views, id, schema),
    ),

    on(contract.listTablesWithoutSchema, async ({ params: { id } }, { views }) =>
      tablesOfSchema(views, id, ''),
    ),

    on(contract.getMetadata, async ({ params: { id }, query }, { views }) => {
      const row = await findDatabase(views, id)
      const tables = (await activeTables(views, id)).filter((table) => matches(table, query))
      const ids = query.skip_fields ? [] : tables.map((table) => table.id)
      const fields = await activeFields(views, ids)
      const described = await describe(views, fieldValues, tables, fields)
      return {
        ...(await present(row)),
        tables: described,
        fields: described.flatMap((table) => table.fields),
      }
    }),

    on(contract.listFieldsOfDatabase, async ({ params: { id } }, { views }) => {
      await findDatabase(views, id)
      const tables = new Map((await activeTables(views, id)).map((table) => [table.id, table]))
      const fields = await activeFields(views, [...tables.keys()])
      return fields.map((field) => ({
        id: field.id,
        name: field.name,
        display_name: field.display_name,
        base_type: field.base_type,
        semantic_type: field.semantic_type,
        table_name: tables.get(field.table_id)?.name ?? '',
        schema: tables.get(field.table_id)?.schema ?? '',
      }))
    }),

    on(contract.listIdFields, async ({ params: { id } }, { views }) => {
      await findDatabase(views, id)
      const tables = await activeTables(views, id)
      const keys = (
        await activeFields(
          views,
          tables.map((table) => table.id),
        )
      ).filter((field) => field.semantic_type === 'type/PK')
      const cached = await fieldValues.known(keys.map((field) => field.id))
      return tables.flatMap((table) =>
        keys
          .filter((field) => field.table_id === table.id)
          .map((field) => ({ ...presentField(field, cached), table: presentTable(table) })),
      )
    }),

    on(contract.suggestCompletions, async ({ params: { id }, query }, { views }) => {
      await findDatabase(views, id)
      const tables = await activeTables(views, id)
      const fields = await activeFields(
        views,
        tables.map((table) => table.id),
      )
      return suggestCompletions(query.query, tables, fields)
    }),
  ]
}
