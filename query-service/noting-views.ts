import { getCard, runCard } from '../shared/contract/card.ts'
import { getCollection } from '../shared/contract/collection.ts'
import { getDashboard } from '../shared/contract/dashboard.ts'
import type { AnyEndpoint } from '../shared/contract/endpoint.ts'
import { getTableMetadata } from '../shared/contract/table.ts'
import type { RecentViews, ViewedKind } from '../shared/ports/recent-views.ts'
import type { QueryRoute } from './context.ts'

/** Who asks for one of these looks at something. */
const viewing: ReadonlyMap<AnyEndpoint, ViewedKind> = new Map<AnyEndpoint, ViewedKind>([
  [getCard, 'card'],
  [runCard, 'card'],
  [getDashboard, 'dashboard'],
  [getCollection, 'collection'],
  [getTableMetadata, 'table'],
])

/** The same route; what somebody got to see by it is noted. */
export const notingViews =
  (recentViews: RecentViews) =>
  (route: QueryRoute): QueryRoute => {
    const kind = viewing.get(route.endpoint)
    if (!kind) return route
    return {
      ...route,
      handle: async (request, context) => {
        const answer = await route.handle(request, context)
        const { id } = request.params as { readonly id: number }
        if (context.actor) recentViews.note(context.actor.userId, kind, id)
        return answer
      },
    }
  }
