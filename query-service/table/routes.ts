import * as contract from '../../shared/contract/table.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { DataRights } from '../../shared/permissions/data-rights.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import type { DatabaseRow, TableRow } from '../../shared/views/database.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import type { RunDependencies } from '../engine/run.ts'
import {
  activeFields,
  findDatabase,
  foreignTargets,
  presentField,
  presentTable,
  withFields,
  withTarget,
} from '../metadata.ts'
import { loadDataRights } from '../rights.ts'
import { countField } from './summary.ts'

export type TableDependencies = RunDependencies & {
  readonly featuresOf: (engine: string) => readonly string[]
  readonly fieldValues: FieldValues
}

type Sight = {
  readonly table: TableRow
  readonly database: DatabaseRow
  readonly rights: DataRights
}

/** A table that exists and that the actor may query, in this order of refusals. */
const findTable = async (
  views: Views,
  actor: Actor,
  id: number,
  what = 'Table',
): Promise<Sight> => {
  const row = await views.selectFrom('tables').selectAll().where('id', '=', id).executeTakeFirst()
  const table = found(row?.active ? row : undefined, what)
  // A sync may have found the table while its database was being deleted.
  const database = await findDatabase(views, table.db_id, what)
  const rights = await loadDataRights(views, actor)
  const sight = { table, rights, database }
  refuseUnless(rights.mayQueryTable(table), 'forbidden', 'You are not allowed to see this.')
  return sight
}

const findField = async (views: Views, actor: Actor, id: number) => {
  const row = await views.selectFrom('fields').selectAll().where('id', '=', id).executeTakeFirst()
  const field = found(row?.active ? row : undefined, 'Field')
  return { field, ...(await findTable(views, actor, field.table_id, 'Field')) }
}

export const tableRoutes = (dependencies: TableDependencies): readonly QueryRoute[] => {
  const { fieldValues, featuresOf } = dependencies

  const summary = ({ id, name, engine, is_sample }: DatabaseRow) => ({
    id,
    name,
    engine,
    is_sample,
    features: [...featuresOf(engine)],
  })

  return [
    on(contract.listTables, async (_, { actor, views }) => {
      const [rights, databases, tables] = await Promise.all([
        loadDataRights(views, actor),
        views.selectFrom('databases').selectAll().execute(),
        views
          .selectFrom('tables')
          .selectAll()
          .where('active', '=', true)
          .orderBy('name')
          .orderBy('id')
          .execute(),
      ])
      const byId = new Map(databases.map((row) => [row.id, summary(row)]))
      return tables.filter(rights.mayQueryTable).flatMap((table) => {
        const db = byId.get(table.db_id)
        return db ? [{ ...presentTable(table), db }] : []
      })
    }),

    on(contract.getTable, async ({ params: { id } }, { actor, views }) => {
      const { table, database } = await findTable(views, actor, id)
      const keys = (await activeFields(views, [id])).filter((field) => field.primary_key)
      return {
        ...presentTable(table),
        db: summary(database),
        pk_field: keys[0]?.id ?? null,
      }
    }),

    on(contract.getTableMetadata, async ({ params: { id } }, { actor, views }) => {
      const { table, database, rights } = await findTable(views, actor, id)
      const fields = await activeFields(views, [id])
      const targets = await foreignTargets(views, fields, rights)
      const cached = await fieldValues.known(fields.map((field) => field.id))
      const [described] = withFields([table], fields, targets, cached)
      return { ...found(described, 'Table'), db: summary(database) }
    }),

    on(contract.listForeignKeys, async ({ params: { id } }, { actor, views }) => {
      const { table, rights } = await findTable(views, actor, id)
      const destinations = await activeFields(views, [id])
      const byId = new Map(destinations.map((field) => [field.id, field]))
      if (byId.size === 0) return []
      const origins = await views
        .selectFrom('fields')
        .selectAll()
        .where('fk_target_field_id', 'in', [...byId.keys()])
        .where('active', '=', true)
        .orderBy('id')
        .execute()
      const originTables = await views
        .selectFrom('tables')
        .selectAll()
        .where('db_id', '=', table.db_id)
        .where('active', '=', true)
        .execute()
      const tableById = new Map(originTables.map((row) => [row.id, row]))
      const none: ReadonlySet<number> = new Set()
      return origins.flatMap((origin) => {
        const from = tableById.get(origin.table_id)
        const to = byId.get(origin.fk_target_field_id ?? 0)
        if (!from || !to || !rights.mayQueryTable(from)) return []
        return [
          {
            relationship: 'Mt1' as const,
            origin_id: origin.id,
            origin: { ...presentField(origin, none), table: presentTable(from) },
            destination_id: to.id,
            destination: { ...presentField(to, none), table: presentTable(table) },
          },
        ]
      })
    }),

    on(contract.getField, async ({ params: { id } }, { actor, views }) => {
      const { field, table, rights } = await findField(views, actor, id)
      const targets = await foreignTargets(views, [field], rights)
      return {
        ...withTarget(field, targets, await fieldValues.known([id])),
        table: presentTable(table),
      }
    }),

    on(contract.getFieldValues, async ({ params: { id } }, { actor, views }) => {
      await findField(views, actor, id)
      const cached = await fieldValues.get(id)
      return {
        field_id: id,
        values: (cached?.values ?? []).map((value): [never] => [value as never]),
        has_more_values: cached?.hasMore ?? false,
      }
    }),

    on(contract.getFieldSummary, async ({ params: { id } }, { actor, views, position, signal }) => {
      const sight = await findField(views, actor, id)
      const asked = { userId: actor.userId, cardId: null, position }
      const { count, distincts } = await countField(dependencies, sight, asked, signal)
      const counts: [['count', number], ['distincts', number]] = [
        ['count', count],
        ['distincts', distincts],
      ]
      return counts
    }),
  ]
}
