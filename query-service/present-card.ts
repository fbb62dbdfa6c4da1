import { cardColumns } from '../shared/cards/card-columns.ts'
import type { CardState } from '../shared/cards/card-state.ts'
import type { CardRecord } from '../shared/contract/card-records.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import type { Version } from '../shared/ports/version-histories.ts'
import { isArchived } from './archived.ts'
import type { SavedCard } from './cards.ts'
import { creatorOf } from './creator.ts'
import { entityId } from './entity-id.ts'
import { mentionCollection } from './mention-collection.ts'

/** A saved question as the API tells it. */
export const presentCard = (card: SavedCard, rights: CollectionRights): CardRecord => ({
  id: card.id,
  entity_id: entityId('card', card),
  name: card.name,
  description: card.description,
  type: card.type,
  display: card.display,
  dataset_query: card.dataset_query,
  query_type: card.dataset_query.type === 'native' ? 'native' : 'query',
  database_id: card.database_id,
  table_id: card.table_id,
  visualization_settings: card.visualization_settings,
  parameters: card.parameters,
  result_metadata: card.result_metadata,
  collection_id: card.collection_id,
  collection: mentionCollection(card, rights),
  archived: isArchived(card),
  enable_embedding: card.enable_embedding,
  embedding_params: card.embedding_params,
  public_uuid: card.public_uuid,
  cache_ttl: card.cache_ttl,
  creator_id: card.creator_id,
  creator: creatorOf(card),
  can_write: rights.mayWrite(card.collection_id ?? 'root'),
  version: card.version,
  created_at: card.created_at,
  updated_at: card.updated_at,
})

/** The same as it was; where it stands now is what says who may see and change it. */
export const presentPast = (
  card: SavedCard,
  rights: CollectionRights,
  { state, version, at }: Version<CardState>,
): CardRecord => ({
  ...presentCard({ ...card, ...cardColumns(state), version, updated_at: at }, rights),
  archived: state.archived,
  collection_id: state.collectionId,
  collection: state.collectionId === card.collection_id ? mentionCollection(card, rights) : null,
  can_write: rights.mayWrite(card.collection_id ?? 'root'),
})
