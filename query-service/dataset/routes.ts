import * as contract from '../../shared/contract/dataset.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { on, type QueryRoute } from '../context.ts'
import { exportResult } from '../engine/export/export-result.ts'
import { exportCaps, rowCaps, siteCaps } from '../engine/limits.ts'
import type { PositionCache } from '../engine/metadata-cache.ts'
import { pivotOf } from '../engine/pivot/pivot-asked.ts'
import { prepareExport } from '../engine/pivot/prepare-export.ts'
import { prepareQuery } from '../engine/prepare.ts'
import { type RunDependencies, runToResult } from '../engine/run.ts'
import { findDatabase } from '../metadata.ts'
import { describeDatabase, type MetadataDependencies } from '../query-metadata.ts'
import { loadDataRights } from '../rights.ts'
import { usableSnippets } from '../snippets.ts'
import { pivotRoute } from './pivot-route.ts'

export type DatasetDependencies = RunDependencies &
  MetadataDependencies & { readonly cache: PositionCache }

export const datasetRoutes = (dependencies: DatasetDependencies): readonly QueryRoute[] => {
  const { settings } = dependencies
  return [
    on(contract.runQuery, async ({ body }, context) => {
      const caps = rowCaps(body.constraints, await siteCaps(settings))
      const prepared = await prepareQuery(context, dependencies, body, { caps })
      const { signal, afterwards } = context
      const run = { signal, afterwards, jsonQuery: body, context: 'ad-hoc' }
      return runToResult(dependencies, prepared, run)
    }),

    on(contract.exportQuery, async ({ params: { format }, body }, context) => {
      const asked = await prepareExport(
        context,
        dependencies,
        body.query,
        { caps: exportCaps },
        {
          format,
          pivotResults: body.pivot_results,
          pivot: pivotOf(body.query),
          settings: body.visualization_settings,
        },
      )
      const { signal, afterwards } = context
      const run = { signal, afterwards, jsonQuery: body.query, context: `${format}-download` }
      return exportResult(dependencies, asked, run, {
        formatRows: body.format_rows,
        byteOrderMark: body.csv_include_bom,
        visualizationSettings: body.visualization_settings,
      })
    }),

    pivotRoute(dependencies),

    on(contract.showNative, async ({ body }, context) => {
      const options = { caps: exportCaps, forDisplay: true }
      const prepared = await prepareQuery(context, dependencies, body, options)
      const { shown, compiled } = prepared
      return { query: shown ? shown({ pretty: body.pretty }) : compiled.sql, params: null }
    }),

    on(contract.getQueryMetadata, async ({ body }, { actor, views }) => {
      const database = await findDatabase(views, body.database)
      const rights = await loadDataRights(views, actor)
      const maySee = rights.maySeeDatabase(database.id)
      refuseUnless(maySee, 'forbidden', 'You are not allowed to see this.')
      const described = await describeDatabase(views, dependencies, database, rights)
      return { ...described, snippets: await usableSnippets(views, actor) }
    }),
  ]
}
