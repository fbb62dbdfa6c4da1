import type { CollectionItem } from '../../shared/contract/collection.ts'
import { isArchived } from '../archived.ts'
import { type SavedDashboard, savedDashboards } from '../dashboards.ts'
import { entityId } from '../entity-id.ts'
import type { Forest } from './forest.ts'
import type { ItemSource } from './items.ts'

type DashboardItem = Extract<CollectionItem, { model: 'dashboard' }>

const presentItem = ({ rights }: Forest, dashboard: SavedDashboard): DashboardItem => ({
  id: dashboard.id,
  model: 'dashboard',
  name: dashboard.name,
  description: dashboard.description,
  archived: isArchived(dashboard),
  collection_id: dashboard.collection_id,
  entity_id: entityId('dashboard', dashboard),
  can_write: rights.mayWrite(dashboard.collection_id ?? 'root'),
  created_at: dashboard.created_at,
  updated_at: dashboard.updated_at,
})

export const dashboardsInside: ItemSource = {
  model: 'dashboard',
  load: async (forest, { collectionId, archived }) => {
    if (!forest.rights.mayRead(collectionId ?? 'root')) return []
    const rows = await savedDashboards(forest.views)
      .where('dashboards.collection_id', collectionId === null ? 'is' : '=', collectionId)
      .execute()
    return rows
      .filter((dashboard) => isArchived(dashboard) === archived)
      .map((dashboard) => presentItem(forest, dashboard))
  },
}
