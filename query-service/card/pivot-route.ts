import * as contract from '../../shared/contract/pivot.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryRoute } from '../context.ts'
import { defaultCaps } from '../engine/limits.ts'
import { describedPivot, preparePivot } from '../engine/pivot/prepare-pivot.ts'
import { runToResult } from '../engine/run.ts'
import { withValues } from './parameters.ts'
import type { RunCardDependencies } from './run-routes.ts'

export const pivotCardRoute = (dependencies: RunCardDependencies): QueryRoute =>
  on(contract.runCardPivot, async ({ params: { id }, body }, context) => {
    const { cache } = dependencies
    const card = await runnableCard(context.views, context.actor, id)
    const query = withValues(card, body?.parameters ?? [])
    const options = { caps: defaultCaps, card: id, asSaved: true } as const
    const settings = card.visualization_settings
    const pivot = await describedPivot(context, cache, query, settings, options)
    const prepared = await preparePivot(context, cache, query, { ...options, pivot })
    const { signal, afterwards } = context
    const run = { signal, afterwards, jsonQuery: query, context: 'question' }
    return runToResult(dependencies, prepared, run)
  })
