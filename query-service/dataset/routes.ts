import * as contract from '../../shared/contract/dataset.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import { dialectOf } from '../../shared/sql/dialects/index.ts'
import { inline } from '../../shared/sql/print.ts'
import { on, type QueryRoute } from '../context.ts'
import { exportCaps, rowCaps } from '../engine/limits.ts'
import type { PositionCache } from '../engine/metadata-cache.ts'
import { prepareQuery } from '../engine/prepare.ts'
import { type RunDependencies, runToResult } from '../engine/run.ts'
import {
  activeFields,
  activeTables,
  findDatabase,
  foreignTargets,
  withFields,
} from '../metadata.ts'
import { loadDataRights } from '../rights.ts'
import { exportResult } from './export.ts'

export type DatasetDependencies = RunDependencies & {
  readonly cache: PositionCache
  readonly fieldValues: FieldValues
  readonly featuresOf: (engine: string) => readonly string[]
}

export const datasetRoutes = (dependencies: DatasetDependencies): readonly QueryRoute[] => {
  const { cache, fieldValues, featuresOf } = dependencies
  return [
    on(contract.runQuery, async ({ body }, context) => {
      const prepared = await prepareQuery(context, cache, body, { caps: rowCaps(body.constraints) })
      const { signal } = context
      return runToResult(dependencies, prepared, { signal, jsonQuery: body, context: 'ad-hoc' })
    }),

    on(contract.exportQuery, async ({ params: { format }, body }, context) => {
      const prepared = await prepareQuery(context, cache, body.query, { caps: exportCaps })
      const run = {
        signal: context.signal,
        jsonQuery: body.query,
        context: `${format}-download`,
      }
      return exportResult(dependencies, prepared, run, { format, formatRows: body.format_rows })
    }),

    on(contract.showNative, async ({ body }, context) => {
      const options = { caps: exportCaps, forDisplay: true }
      const prepared = await prepareQuery(context, cache, body, options)
      const { fragment, compiled, database } = prepared
      const query = fragment
        ? inline(fragment, dialectOf(database.engine), { pretty: body.pretty })
        : compiled.sql
      return { query, params: null }
    }),

    on(contract.getQueryMetadata, async ({ body }, { actor, views }) => {
      const { id, name, engine, is_sample } = await findDatabase(views, body.database)
      const rights = await loadDataRights(views, actor)
      refuseUnless(rights.maySeeDatabase(id), 'forbidden', 'You are not allowed to see this.')
      const tables = (await activeTables(views, id)).filter(rights.mayQueryTable)
      const fields = await activeFields(
        views,
        tables.map((table) => table.id),
      )
      const targets = await foreignTargets(views, fields, rights)
      const cached = await fieldValues.known(fields.map((field) => field.id))
      const described = withFields(tables, fields, targets, cached)
      return {
        databases: [{ id, name, engine, is_sample, features: [...featuresOf(engine)] }],
        tables: described,
        fields: described.flatMap((table) => table.fields),
        fks: fields.flatMap((field) => {
          const target = targets.get(field.fk_target_field_id ?? 0)
          if (!target) return []
          return [
            {
              origin_id: field.id,
              origin_table_id: field.table_id,
              destination_id: target.id,
              destination_table_id: target.table_id,
            },
          ]
        }),
        cards: [],
        snippets: [],
        dashboards: [],
      }
    }),
  ]
}
