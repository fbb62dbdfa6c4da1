import * as contract from '../../shared/contract/card.ts'
import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { exportResult } from '../engine/export/export-result.ts'
import { defaultCaps, exportCaps, type RowCaps } from '../engine/limits.ts'
import type { PositionCache } from '../engine/metadata-cache.ts'
import { prepareExport } from '../engine/pivot/prepare-export.ts'
import { prepareQuery } from '../engine/prepare.ts'
import { type RunDependencies, runToResult } from '../engine/run.ts'
import { withValues } from './parameters.ts'

export type RunCardDependencies = RunDependencies & { readonly cache: PositionCache }

type Asking = Omit<QueryContext, 'actor'> & { readonly actor: Actor }

export const runCardRoutes = (dependencies: RunCardDependencies): readonly QueryRoute[] => {
  const { cache } = dependencies
  const open = async (
    { views, actor }: Asking,
    id: number,
    parameters: readonly QueryParameter[] | null | undefined,
  ) => {
    const card = await runnableCard(views, actor, id)
    return { card, query: withValues(card, parameters ?? []) }
  }
  const optionsOf = (id: number, caps: RowCaps) => ({ caps, card: id, asSaved: true }) as const

  return [
    on(contract.runCard, async ({ params: { id }, body }, context) => {
      const { query } = await open(context, id, body?.parameters)
      const prepared = await prepareQuery(context, cache, query, optionsOf(id, defaultCaps))
      const { signal, afterwards } = context
      const run = { signal, afterwards, jsonQuery: query, context: 'question' }
      return runToResult(dependencies, prepared, run)
    }),

    on(contract.exportCard, async ({ params: { id, format }, body }, context) => {
      const { card, query } = await open(context, id, body?.parameters)
      const asked = await prepareExport(context, cache, query, optionsOf(id, exportCaps), {
        format,
        pivotResults: card.display === 'pivot' && body?.pivot_results === true,
        settings: card.visualization_settings,
      })
      const { signal, afterwards } = context
      const run = { signal, afterwards, jsonQuery: query, context: `${format}-download` }
      return exportResult(dependencies, asked, run, {
        formatRows: body?.format_rows ?? false,
        byteOrderMark: body?.csv_include_bom,
        name: card.name,
        visualizationSettings: card.visualization_settings,
      })
    }),
  ]
}
