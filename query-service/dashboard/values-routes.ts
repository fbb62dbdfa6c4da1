import * as contract from '../../shared/contract/dashboard-values.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { mayReadCard } from '../cards.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { dashboardParameterSource } from '../dashboard-values.ts'
import { dashcardsOf, runnableDashboard } from '../dashboards.ts'
import { givenValues } from '../engine/parameter-values/card-source.ts'
import { isWithinReach } from '../engine/parameter-values/chain.ts'
import { findField, findKeys } from '../engine/parameter-values/fields.ts'
import { findLabelled, type ValuesDependencies } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { listedValues } from '../listed-values.ts'
import { shownCards } from '../shared-things/shown-cards.ts'

type Asking = Omit<QueryContext, 'actor'> & { readonly actor: Actor }
type Asked = { readonly id: number; readonly key: string }

/** Values of filters of dashboards: those of the questions on them that one may run (P7). */
export const dashboardValuesRoutes = (dependencies: ValuesDependencies): readonly QueryRoute[] => {
  const { cache } = dependencies

  const sourceFor = async ({ views, actor }: Asking, { id, key }: Asked, others: object = {}) => {
    const { parameters } = await runnableDashboard(views, actor, id)
    const rights = await loadCollectionRights(views, actor)
    const dashcards = await dashcardsOf(views, id)
    const shown = await shownCards(views, dashcards)
    const cards = new Map([...shown].filter(([, card]) => mayReadCard(rights, card)))
    const dashboard = { parameters, dashcards, cards }
    return dashboardParameterSource(dashboard, key, givenValues({ ...others }))
  }

  const list = async (context: Asking, asked: Asked, others: object, wanted: Wanted) => {
    const source = await sourceFor(context, asked, others)
    return listedValues(dependencies, { ...context, asSaved: true }, source, wanted)
  }

  return [
    on(contract.listDashboardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'all' }),
    ),

    on(contract.searchDashboardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'matching', text: params.query }),
    ),

    on(contract.remapDashboardParameterValue, async ({ params, query: { value } }, context) => {
      const source = await sourceFor(context, params)
      return findLabelled(dependencies, { ...context, asSaved: true }, source, value)
    }),

    on(contract.listValidFilterFields, async ({ query: { filtered, filtering = [] } }, asking) => {
      const find = async (id: number) => (await findField(asking, cache, id)).field
      const narrowing = []
      for (const id of new Set(filtering)) narrowing.push(await find(id))
      const valid: Record<string, number[]> = {}
      for (const id of new Set(filtered)) {
        const field = await find(id)
        const keys = await findKeys(asking, cache, field.db_id)
        valid[id] = narrowing
          .filter((other) => other.id !== id && other.db_id === field.db_id)
          .filter((other) => isWithinReach(field.table_id, other, keys))
          .map((other) => other.id)
      }
      return valid
    }),
  ]
}
