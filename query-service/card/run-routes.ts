import * as contract from '../../shared/contract/card.ts'
import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { exportResult } from '../engine/export/export-result.ts'
import { defaultCaps, exportCaps, type RowCaps } from '../engine/limits.ts'
import type { PositionCache } from '../engine/metadata-cache.ts'
import { prepareQuery } from '../engine/prepare.ts'
import { type RunDependencies, runToResult } from '../engine/run.ts'
import { withValues } from './parameters.ts'

export type RunCardDependencies = RunDependencies & { readonly cache: PositionCache }

type Asking = Omit<QueryContext, 'actor'> & { readonly actor: Actor }

export const runCardRoutes = (dependencies: RunCardDependencies): readonly QueryRoute[] => {
  const prepare = async (
    asking: Asking,
    id: number,
    asked: readonly QueryParameter[],
    caps: RowCaps,
  ) => {
    const card = await runnableCard(asking.views, asking.actor, id)
    const query = withValues(card, asked)
    const options = { caps, card: id, asSaved: true } as const
    return { card, query, prepared: await prepareQuery(asking, dependencies.cache, query, options) }
  }

  return [
    on(contract.runCard, async ({ params: { id }, body }, context) => {
      const { parameters } = body ?? {}
      const { query, prepared } = await prepare(context, id, parameters ?? [], defaultCaps)
      const { signal, afterwards } = context
      const run = { signal, afterwards, jsonQuery: query, context: 'question' }
      return runToResult(dependencies, prepared, run)
    }),

    on(contract.exportCard, async ({ params: { id, format }, body }, context) => {
      const { parameters, format_rows: formatRows = false, csv_include_bom } = body ?? {}
      const { card, query, prepared } = await prepare(context, id, parameters ?? [], exportCaps)
      const run = { signal: context.signal, jsonQuery: query, context: `${format}-download` }
      return exportResult(dependencies, prepared, run, {
        format,
        formatRows,
        byteOrderMark: csv_include_bom,
        name: card.name,
        visualizationSettings: card.visualization_settings,
      })
    }),
  ]
}
