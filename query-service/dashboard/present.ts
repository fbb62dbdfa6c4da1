import type { DashboardRecord, DashboardSummary } from '../../shared/contract/dashboard-records.ts'
import { dashboardColumns, dashcardColumns } from '../../shared/dashboards/dashboard-columns.ts'
import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import type { CollectionRights } from '../../shared/permissions/collection-rights.ts'
import type { Version } from '../../shared/ports/version-histories.ts'
import { isArchived } from '../archived.ts'
import type { Views } from '../context.ts'
import { creatorOf } from '../creator.ts'
import { dashcardsOf, type SavedDashboard } from '../dashboards.ts'
import { entityId } from '../entity-id.ts'
import { leftOutOf } from '../held-back.ts'
import { mentionCollection } from '../mention-collection.ts'
import { presentDashcards } from './cards-on.ts'

/** A dashboard without what stands on it. */
export const presentSummary = (
  dashboard: SavedDashboard,
  rights: CollectionRights,
): DashboardSummary => ({
  id: dashboard.id,
  entity_id: entityId('dashboard', dashboard),
  name: dashboard.name,
  description: dashboard.description,
  collection_id: dashboard.collection_id,
  collection: mentionCollection(dashboard, rights),
  parameters: dashboard.parameters,
  width: dashboard.width,
  auto_apply_filters: dashboard.auto_apply_filters,
  cache_ttl: dashboard.cache_ttl,
  archived: isArchived(dashboard),
  enable_embedding: dashboard.enable_embedding,
  embedding_params: dashboard.embedding_params,
  public_uuid: dashboard.public_uuid,
  creator_id: dashboard.creator_id,
  creator: creatorOf(dashboard),
  can_write: rights.mayWrite(dashboard.collection_id ?? 'root'),
  version: dashboard.version,
  created_at: dashboard.created_at,
  updated_at: dashboard.updated_at,
})

const presentTabs = ({ id, tabs }: Pick<SavedDashboard, 'id' | 'tabs'>) =>
  tabs.map((tab, position) => ({ ...tab, dashboard_id: id, position }))

/** A dashboard with all that stands on it. */
export const presentDashboard = async (
  views: Views,
  dashboard: SavedDashboard,
  rights: CollectionRights,
): Promise<DashboardRecord> => {
  const dashcards = await dashcardsOf(views, dashboard.id)
  return {
    ...presentSummary(dashboard, rights),
    tabs: presentTabs(dashboard),
    dashcards: await presentDashcards(views, rights, dashcards),
    left_out_when_embedded: [...leftOutOf(dashboard, dashcards)],
  }
}

/** The same as it was; where it stands now is what says who may see and change it. */
export const presentPast = async (
  views: Views,
  dashboard: SavedDashboard,
  rights: CollectionRights,
  { state, version, at }: Version<DashboardState>,
): Promise<DashboardRecord> => {
  const { dashcards, ...parts } = state
  const then = { ...dashboard, ...dashboardColumns(parts), version, updated_at: at }
  const isPlacedAsNow = state.collectionId === dashboard.collection_id
  const rows = dashcards.map((card) => ({
    ...dashcardColumns(card),
    id: card.id,
    dashboard_id: dashboard.id,
    created_at: dashboard.created_at,
    updated_at: at,
  }))
  return {
    ...presentSummary(then, rights),
    archived: state.archived,
    collection: isPlacedAsNow ? mentionCollection(dashboard, rights) : null,
    can_write: rights.mayWrite(dashboard.collection_id ?? 'root'),
    tabs: presentTabs(then),
    dashcards: await presentDashcards(views, rights, rows),
    left_out_when_embedded: [...leftOutOf(then, rows)],
  }
}
