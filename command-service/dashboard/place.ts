import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import { placedThings } from '../placed.ts'

export const { readable, writable } = placedThings<DashboardState>({
  name: 'Dashboard',
  word: 'dashboard',
})
