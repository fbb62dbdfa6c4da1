import type { FoundItem, SearchModel } from '../../shared/contract/search.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { CollectionRights } from '../../shared/permissions/collection-rights.ts'
import type { DataRights } from '../../shared/permissions/data-rights.ts'
import { namedCollections } from '../collection-name.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import type { Views } from '../context.ts'
import { loadDataRights } from '../rights.ts'

/** What one caller sees, and how things are called that others are in. */
export type Sight = {
  readonly views: Views
  readonly rights: CollectionRights
  readonly data: DataRights
  readonly collections: ReadonlyMap<number, CollectionAround>
  readonly databases: ReadonlyMap<number, string>
}

type CollectionAround = Awaited<ReturnType<typeof namedCollections>>[number]

/** One kind of thing that can be found. */
export type SearchSource = {
  readonly models: readonly SearchModel[]
  /** Those the caller may see, archived or not; with `ids`, no others than these. */
  readonly load: (sight: Sight, ids?: readonly number[]) => Promise<readonly FoundItem[]>
}

export const loadSight = async (views: Views, actor: Actor): Promise<Sight> => {
  const [rights, data, collections, databases] = await Promise.all([
    loadCollectionRights(views, actor),
    loadDataRights(views, actor),
    namedCollections(views),
    views.selectFrom('databases').select(['id', 'name']).execute(),
  ])
  return {
    views,
    rights,
    data,
    collections: new Map(collections.map((row) => [row.id, row])),
    databases: new Map(databases.map(({ id, name }) => [id, name])),
  }
}

export const nowhere = { id: null, name: null, authority_level: null, type: null } as const

/** The collection something is in, as far as the caller may see it. */
export const around = (
  { collections, rights }: Sight,
  id: number | null,
): FoundItem['collection'] => {
  const row = id === null || !rights.mayRead(id) ? undefined : collections.get(id)
  if (!row) return nowhere
  return { id: row.id, name: row.name, authority_level: row.authority_level, type: null }
}

/** Of what has no such thing. */
export const plain = {
  display: null,
  database_id: null,
  database_name: null,
  table_schema: null,
  table_name: null,
} as const
