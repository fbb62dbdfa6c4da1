import type { DashboardEvent, Dashcard } from '../../shared/events/dashboard.ts'
import type { Named } from '../../shared/kernel/decider.ts'

type Created = Named<DashboardEvent, 'DashboardCreated'>
type Changed = Named<DashboardEvent, 'DashboardChanged'>

/** A card of four by four in the top left corner, with the saved question 7 unless told otherwise. */
export const dashcard = (id: number, more: Partial<Dashcard> = {}): Dashcard => ({
  id,
  cardId: 7,
  actionId: null,
  tabId: null,
  row: 0,
  col: 0,
  sizeX: 4,
  sizeY: 4,
  parameterMappings: [],
  visualizationSettings: {},
  series: [],
  ...more,
})

/** An empty dashboard in the root unless told otherwise. */
export const dashboardCreated = (
  dashboardId: number,
  more: Partial<Created['data']> = {},
): Created => ({
  type: 'DashboardCreated',
  data: {
    dashboardId,
    name: `Dashboard ${dashboardId}`,
    description: null,
    parameters: [],
    tabs: [],
    width: 'fixed',
    autoApplyFilters: true,
    cacheTtl: null,
    dashcards: [],
    collectionId: null,
    creatorId: 1,
    ...more,
  },
})

export const dashboardChanged = (
  dashboardId: number,
  changes: Omit<Changed['data'], 'dashboardId'>,
): Changed => ({ type: 'DashboardChanged', data: { dashboardId, ...changes } })
