import type { CardType } from '../../shared/cards/card-type.ts'
import type { FoundItem, SearchModel } from '../../shared/contract/search.ts'
import { around, plain, type SearchSource, type Sight } from './sight.ts'

type Saved = {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly archived: boolean
  readonly collection_id: number | null
  readonly created_at: string
  readonly updated_at: string
}

const columns = [
  'id',
  'name',
  'description',
  'archived',
  'collection_id',
  'created_at',
  'updated_at',
] as const

/** It is there while its collection is, and for those who may read that. */
const isSeen = ({ rights, collections }: Sight, { collection_id: id }: Saved): boolean =>
  (id === null || collections.has(id)) && rights.mayRead(id ?? 'root')

/** It is put away itself or with its collection. */
const savedItem = (sight: Sight, row: Saved): Omit<FoundItem, 'model'> => {
  const { collection_id: inside } = row
  const isAway = inside !== null && sight.collections.get(inside)?.archived === true
  return {
    ...plain,
    id: row.id,
    name: row.name,
    description: row.description,
    archived: row.archived || isAway,
    can_write: sight.rights.mayWrite(inside ?? 'root'),
    collection_id: inside,
    collection: around(sight, inside),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export const dashboardSource: SearchSource = {
  models: ['dashboard'],
  load: async (sight, ids) => {
    const all = sight.views.selectFrom('dashboards').select(columns)
    const rows = await (ids ? all.where('id', 'in', ids) : all).execute()
    return rows
      .filter((row) => isSeen(sight, row))
      .map((row) => ({ ...savedItem(sight, row), model: 'dashboard' as const }))
  },
}

const models: Readonly<Record<CardType, SearchModel>> = {
  question: 'card',
  model: 'dataset',
  metric: 'metric',
}

/** A question whose database is gone is gone, too. */
export const cardSource: SearchSource = {
  models: Object.values(models),
  load: async (sight, ids) => {
    const all = sight.views
      .selectFrom('cards')
      .select([...columns, 'type', 'display', 'database_id'])
    const rows = await (ids ? all.where('id', 'in', ids) : all).execute()
    return rows.flatMap((row) => {
      const { type, display, database_id: databaseId } = row
      const databaseName = sight.databases.get(databaseId)
      if (databaseName === undefined || !isSeen(sight, row)) return []
      return [
        {
          ...savedItem(sight, row),
          model: models[type],
          display,
          database_id: databaseId,
          database_name: databaseName,
        },
      ]
    })
  },
}

export const collectionSource: SearchSource = {
  models: ['collection'],
  load: async (sight, ids) => {
    const { collections, rights } = sight
    const rows = ids ? ids.flatMap((id) => collections.get(id) ?? []) : [...collections.values()]
    return rows
      .filter(({ id }) => rights.mayRead(id))
      .map((row) => ({
        ...plain,
        id: row.id,
        model: 'collection' as const,
        name: row.name,
        description: row.description,
        archived: row.archived,
        can_write: rights.mayWrite(row.id),
        collection_id: row.id,
        collection: around(sight, row.id),
        created_at: row.created_at,
        updated_at: row.updated_at,
      }))
  },
}
