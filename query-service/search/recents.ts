import type { FoundItem, RecentItem } from '../../shared/contract/search.ts'
import type { RecentView, ViewedKind } from '../../shared/ports/recent-views.ts'
import { tableSource } from './data.ts'
import { cardSource, collectionSource, dashboardSource } from './saved.ts'
import type { SearchSource, Sight } from './sight.ts'

const sources: Readonly<Record<ViewedKind, SearchSource>> = {
  card: cardSource,
  dashboard: dashboardSource,
  collection: collectionSource,
  table: tableSource,
}

const kinds = Object.keys(sources) as readonly ViewedKind[]

const recentItem = (
  { collection_id, collection, created_at, updated_at, ...item }: FoundItem,
  { at }: RecentView,
): RecentItem => ({ ...item, parent_collection: collection, timestamp: at.toISOString() })

/** What somebody looked at, as it is called now; without what is gone, put away, or theirs no more. */
export const recentItems = async (
  sight: Sight,
  viewed: readonly RecentView[],
): Promise<readonly RecentItem[]> => {
  const load = async (kind: ViewedKind) => {
    const ids = viewed.filter((one) => one.kind === kind).map(({ id }) => id)
    const items = ids.length === 0 ? [] : await sources[kind].load(sight, ids)
    return items.map((item) => [`${kind} ${item.id}`, item] as const)
  }
  const byKey = new Map((await Promise.all(kinds.map(load))).flat())
  return viewed.flatMap((view) => {
    const item = byKey.get(`${view.kind} ${view.id}`)
    return item && !item.archived ? [recentItem(item, view)] : []
  })
}
