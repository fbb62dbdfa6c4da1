import type { CardType } from '../cards/card-type.ts'
import type { CardContent } from '../events/card.ts'
import {
  boolean,
  type Column,
  instant,
  integer,
  json,
  nullable,
  type Row,
  text,
  view,
} from './view.ts'

/** Saved questions. */
export const cards = view(
  'cards',
  {
    id: integer(),
    name: text(),
    description: nullable(text()),
    type: text() as Column<CardType>,
    display: text(),
    dataset_query: json<CardContent['query']>(),
    database_id: integer(),
    table_id: nullable(integer()),
    /** The saved questions it is built on. */
    source_card_ids: json<readonly number[]>(),
    visualization_settings: json<CardContent['visualizationSettings']>(),
    parameters: json<CardContent['parameters']>(),
    result_metadata: nullable(json<NonNullable<CardContent['resultMetadata']>>()),
    cache_ttl: nullable(integer()),
    /** Null stands for the root. */
    collection_id: nullable(integer()),
    creator_id: integer(),
    /** Put away itself; it also is while its collection is. */
    archived: boolean(),
    enable_embedding: boolean(),
    embedding_params: nullable(json<CardContent['query']>()),
    /** Events so far; the first one made version 1. */
    version: integer(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['collection_id'], ['database_id']] },
)
export type CardRow = Row<typeof cards>
