import type { DashboardState, DashboardVersions } from '../../shared/dashboards/dashboard-state.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Places } from '../places.ts'

/** The dashboard as it is; it goes with its collection. */
const present = ({ state }: Places, versions: DashboardVersions): DashboardState => {
  const dashboard = found(versions.at(-1), 'Dashboard')
  if (dashboard.collectionId !== null) found(state.collection(dashboard.collectionId), 'Dashboard')
  return dashboard
}

/** @throws {Refusal} 404, then 403. */
export const readable = (places: Places, versions: DashboardVersions): DashboardState => {
  const dashboard = present(places, versions)
  const mayRead = places.rights.mayRead(dashboard.collectionId ?? 'root')
  refuseUnless(mayRead, 'forbidden', 'You may not see this dashboard.')
  return dashboard
}

/** @throws {Refusal} 404, then 403. */
export const writable = (places: Places, versions: DashboardVersions): DashboardState => {
  const dashboard = present(places, versions)
  const mayWrite = places.rights.mayWrite(dashboard.collectionId ?? 'root')
  refuseUnless(mayWrite, 'forbidden', 'You may not change this dashboard.')
  return dashboard
}
