import type { Dashcard } from '../events/dashboard.ts'
import type { DashboardRow, DashcardRow } from '../views/dashboard.ts'
import type { DashboardState } from './dashboard-state.ts'

type Parts = {
  readonly [P in keyof Omit<DashboardState, 'dashcards'>]?: DashboardState[P] | undefined
}

/** How each part of a dashboard is called by the API and in the read models. */
export const dashboardKeys = {
  name: 'name',
  description: 'description',
  parameters: 'parameters',
  tabs: 'tabs',
  width: 'width',
  autoApplyFilters: 'auto_apply_filters',
  cacheTtl: 'cache_ttl',
  collectionId: 'collection_id',
  creatorId: 'creator_id',
  archived: 'archived',
  enableEmbedding: 'enable_embedding',
  embeddingParams: 'embedding_params',
} as const satisfies Record<keyof Omit<DashboardState, 'dashcards'>, keyof DashboardRow>

const keys = Object.entries(dashboardKeys) as [keyof typeof dashboardKeys, keyof DashboardRow][]

/** Parts of a dashboard as columns of its row; what is left out stays left out. */
export const dashboardColumns = (parts: Parts): Partial<DashboardRow> =>
  Object.fromEntries(
    keys.flatMap(([part, column]) => (parts[part] === undefined ? [] : [[column, parts[part]]])),
  )

/** What the row of a dashcard says of it, but for its id. */
export const dashcardColumns = (card: Dashcard) =>
  ({
    card_id: card.cardId,
    action_id: card.actionId,
    tab_id: card.tabId,
    row: card.row,
    col: card.col,
    size_x: card.sizeX,
    size_y: card.sizeY,
    parameter_mappings: card.parameterMappings,
    visualization_settings: card.visualizationSettings,
    series: card.series,
  }) satisfies Partial<DashcardRow>
