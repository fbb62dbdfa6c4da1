import type { CollectionItem, ItemModel, ItemsQuery } from '../../shared/contract/collection.ts'
import { cardsInside } from './cards-inside.ts'
import { dashboardsInside } from './dashboards-inside.ts'
import { type Forest, isOthers, visible, visibleParent } from './forest.ts'
import { presentCollection } from './present.ts'

/** Whose insides are asked for; null stands for the root. */
export type Place = { readonly collectionId: number | null; readonly archived: boolean }

/** One kind of thing that collections hold. */
export type ItemSource = {
  readonly model: ItemModel
  /** Those at this place that the caller may read. */
  readonly load: (forest: Forest, place: Place) => Promise<readonly CollectionItem[]>
}

/** Also those that hang in something the caller cannot see; nobody's personal one but their own. */
const collectionsInside: ItemSource = {
  model: 'collection',
  load: async (forest, { collectionId, archived }) =>
    visible(
      forest,
      (collection) =>
        collection.archived === archived &&
        visibleParent(forest, collection.id) === collectionId &&
        !(collectionId === null && isOthers(forest, collection.id)),
    ).map((collection) => {
      const { slug, namespace, parent_id, ...record } = presentCollection(forest, collection)
      return {
        ...record,
        model: 'collection' as const,
        collection_id: parent_id,
        updated_at: collection.updated_at,
      }
    }),
}

const itemSources: readonly ItemSource[] = [collectionsInside, dashboardsInside, ...cardsInside]

type SortColumn = NonNullable<ItemsQuery['sort_column']>

const sortKeys: Record<SortColumn, (item: CollectionItem) => string> = {
  name: ({ name }) => name.toLowerCase(),
  model: ({ model }) => model,
  created_at: ({ created_at }) => created_at,
  last_edited_at: ({ updated_at }) => updated_at,
}

const sorted = (items: readonly CollectionItem[], query: ItemsQuery): CollectionItem[] => {
  const keyOf = sortKeys[query.sort_column ?? 'name']
  const sign = query.sort_direction === 'desc' ? -1 : 1
  return [...items].sort(
    (a, b) =>
      sign * keyOf(a).localeCompare(keyOf(b)) ||
      sortKeys.name(a).localeCompare(sortKeys.name(b)) ||
      a.id - b.id,
  )
}

/** One page of what is in a collection. */
export const listItems = async (forest: Forest, place: Place, query: ItemsQuery) => {
  const models = query.models ?? itemSources.map(({ model }) => model)
  const sources = itemSources.filter(({ model }) => models.includes(model))
  const found = await Promise.all(sources.map(({ load }) => load(forest, place)))
  const items = sorted(found.flat(), query)
  const { limit, offset = 0 } = query
  return {
    data: items.slice(offset, limit === undefined ? undefined : offset + limit),
    total: items.length,
    limit: limit ?? null,
    offset,
    models,
  }
}
