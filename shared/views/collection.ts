import type { CollectionLevel } from '../permissions/levels.ts'
import { boolean, type Column, instant, integer, nullable, type Row, text, view } from './view.ts'

export const collections = view(
  'collections',
  {
    id: integer(),
    /** Null for a personal collection: it is named after its owner. */
    name: nullable(text()),
    description: nullable(text()),
    /** Null stands for the root. */
    parent_id: nullable(integer()),
    personal_owner_id: nullable(integer()),
    authority_level: nullable(text() as Column<'official'>),
    archived: boolean(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['parent_id'], ['personal_owner_id']] },
)
export type CollectionRow = Row<typeof collections>

/** The id under which the root stands among collections. */
export const rootId = 0

/** What a group may do with a collection: one row a cell of the collection graph. */
export const collectionGrants = view(
  'collection_grants',
  { group_id: integer(), collection_id: integer(), level: text() as Column<CollectionLevel> },
  { key: ['group_id', 'collection_id'], indexes: [['collection_id']] },
)
