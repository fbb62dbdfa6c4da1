import type { DashboardState } from '../shared/dashboards/dashboard-state.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import { dashboardDecider } from './dashboard/decider.ts'
import { readable } from './dashboard/place.ts'
import type { Executor } from './execute.ts'
import { isPutAway, type Places } from './places.ts'
import { streams } from './streams.ts'

/**
 * A dashboard that somebody wants to use elsewhere.
 * @throws {Refusal} 404 where there is none or it is put away, then 403
 */
export const usableDashboard = async (
  executor: Executor,
  places: Places,
  dashboardId: number,
): Promise<DashboardState> => {
  const { state } = await executor.load(streams.dashboard(dashboardId), dashboardDecider)
  const dashboard = readable(places, state)
  if (!dashboard.archived && !isPutAway(places, dashboard.collectionId)) return dashboard
  throw new Refusal('not-found', 'This dashboard is archived.')
}
