import * as contract from '../../shared/contract/dashboard.ts'
import type { DashboardHistories } from '../../shared/ports/version-histories.ts'
import { isArchived } from '../archived.ts'
import { byName } from '../by-name.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import { on, type QueryRoute } from '../context.ts'
import {
  dashboardHistoryKeys,
  mayReadDashboard,
  readableDashboard,
  type SavedDashboard,
  savedDashboards,
} from '../dashboards.ts'
import type { ValuesDependencies } from '../engine/parameter-values/values.ts'
import { page } from '../paging.ts'
import type { MetadataDependencies } from '../query-metadata.ts'
import type { SavedRunDependencies } from '../saved-runs.ts'
import { presentVersions, versionAsOf } from '../versions.ts'
import { dashboardMetadataRoutes } from './metadata-routes.ts'
import { presentDashboard, presentPast, presentSummary } from './present.ts'
import { runDashcardRoutes } from './run-routes.ts'
import { dashboardValuesRoutes } from './values-routes.ts'

export type DashboardDependencies = SavedRunDependencies &
  ValuesDependencies &
  MetadataDependencies & { readonly dashboardHistories: DashboardHistories }

type Filter = (dashboard: SavedDashboard, userId: number) => boolean

const filters: { readonly [F in contract.DashboardFilter]: Filter } = {
  all: (dashboard) => !isArchived(dashboard),
  mine: (dashboard, userId) => !isArchived(dashboard) && dashboard.creator_id === userId,
  archived: isArchived,
}

export const dashboardRoutes = (dependencies: DashboardDependencies): readonly QueryRoute[] => [
  on(contract.listDashboards, async ({ query }, { actor, views, header }) => {
    const rights = await loadCollectionRights(views, actor)
    const rows = await savedDashboards(views).execute()
    const shown = rows.filter(
      (row) => mayReadDashboard(rights, row) && filters[query.f](row, actor.userId),
    )
    return page(shown.sort(byName), query, header).map((row) => presentSummary(row, rights))
  }),

  on(contract.listEmbeddableDashboards, async ({ query }, { views, header }) => {
    const rows = await savedDashboards(views)
      .where('dashboards.enable_embedding', '=', true)
      .execute()
    const shown = rows.filter((row) => !isArchived(row)).sort(byName)
    return page(shown, query, header).map(({ id, name }) => ({ id, name }))
  }),

  on(contract.getDashboard, async ({ params: { id }, query: { as_of } }, { actor, views }) => {
    const { dashboard, rights } = await readableDashboard(views, actor, id)
    if (!as_of) return presentDashboard(views, dashboard, rights)
    const history = await dependencies.dashboardHistories.of(id)
    return presentPast(views, dashboard, rights, versionAsOf(history, as_of, 'Dashboard'))
  }),

  on(contract.getDashboardHistory, async ({ params: { id }, query }, { actor, views, header }) => {
    await readableDashboard(views, actor, id)
    const history = await dependencies.dashboardHistories.of(id)
    return page(await presentVersions(views, history, dashboardHistoryKeys), query, header)
  }),

  ...runDashcardRoutes(dependencies),
  ...dashboardValuesRoutes(dependencies),
  ...dashboardMetadataRoutes(dependencies),
]
