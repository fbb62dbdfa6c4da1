import {
  listRecents,
  type SearchModel,
  search,
  searchModels,
} from '../../shared/contract/search.ts'
import type { RecentViews } from '../../shared/ports/recent-views.ts'
import { byName } from '../by-name.ts'
import { on, type QueryRoute } from '../context.ts'
import { page } from '../paging.ts'
import { recentItems } from './recents.ts'
import { loadSight } from './sight.ts'
import { searchSources } from './sources.ts'
import { rankOf } from './words.ts'

export type SearchDependencies = { readonly recentViews: RecentViews }

const largestPage = 1_000
const mostRecents = 50

const isOurs = (model: string): model is SearchModel =>
  searchModels.some((known) => known === model)

export const searchRoutes = ({ recentViews }: SearchDependencies): readonly QueryRoute[] => [
  on(search, async ({ query }, { actor, views, header }) => {
    const { q, archived, table_db_id: databaseId, offset = 0 } = query
    const limit = Math.min(query.limit ?? largestPage, largestPage)
    const models = (query.models ?? searchModels).filter(isOurs)
    const sight = await loadSight(views, actor)
    const sources = searchSources.filter((source) =>
      source.models.some((it) => models.includes(it)),
    )
    const all = (await Promise.all(sources.map(({ load }) => load(sight)))).flat()
    const rankIn = rankOf(q)
    const found = all
      .filter(
        (item) =>
          models.includes(item.model) &&
          item.archived === archived &&
          (databaseId === undefined || item.database_id === databaseId),
      )
      .flatMap((item) => {
        const rank = rankIn(item)
        return rank === undefined ? [] : [{ item, rank }]
      })
      .sort((a, b) => a.rank - b.rank || byName(a.item, b.item))
      .map(({ item }) => item)
    return {
      data: page(found, { limit, offset }, header),
      total: found.length,
      limit,
      offset,
      models,
      available_models: [...searchModels],
    }
  }),

  on(listRecents, async ({ query }, { actor, views, header }) => {
    const viewed = await recentViews.of(actor.userId)
    const items =
      viewed.length === 0 ? [] : await recentItems(await loadSight(views, actor), viewed)
    const limit = Math.min(query.limit ?? mostRecents, mostRecents)
    return { recents: page(items, { ...query, limit }, header) }
  }),
]
