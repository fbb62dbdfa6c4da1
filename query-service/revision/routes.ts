import { cardKeys } from '../../shared/cards/card-state.ts'
import * as contract from '../../shared/contract/revision.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { CardHistories, DashboardHistories } from '../../shared/ports/version-histories.ts'
import { readableCard } from '../cards.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { dashboardHistoryKeys, readableDashboard } from '../dashboards.ts'
import { page } from '../paging.ts'
import { presentVersions } from '../versions.ts'
import { presentRevision } from './present.ts'

export type RevisionDependencies = {
  readonly cardHistories: CardHistories
  readonly dashboardHistories: DashboardHistories
}

type Asking = Pick<QueryContext, 'views'> & { readonly actor: Actor }

/** Versions under the names that clients of Metabase know. */
export const revisionRoutes = ({
  cardHistories,
  dashboardHistories,
}: RevisionDependencies): readonly QueryRoute[] => {
  const versions = {
    card: async ({ views, actor }: Asking, id: number) => {
      await readableCard(views, actor, id)
      return presentVersions(views, await cardHistories.of(id), cardKeys)
    },
    dashboard: async ({ views, actor }: Asking, id: number) => {
      await readableDashboard(views, actor, id)
      return presentVersions(views, await dashboardHistories.of(id), dashboardHistoryKeys)
    },
  } as const

  return [
    on(contract.listRevisionsOfThing, async ({ query: { entity, id, ...paging } }, context) =>
      page(await versions[entity](context, id), paging, context.header).map(presentRevision),
    ),

    on(contract.listDashboardRevisions, async ({ params: { id }, query }, context) =>
      page(await versions.dashboard(context, id), query, context.header).map(presentRevision),
    ),
  ]
}
