import type { CardType } from '../../shared/cards/card-type.ts'
import type { CollectionItem } from '../../shared/contract/collection.ts'
import { isArchived } from '../archived.ts'
import { type SavedCard, savedCards } from '../cards.ts'
import { entityId } from '../entity-id.ts'
import type { Forest } from './forest.ts'
import type { ItemSource, Place } from './items.ts'

type CardItem = Extract<CollectionItem, { display: string }>

/** Models and metrics have names of their own among items. */
const models: Readonly<Record<CardType, CardItem['model']>> = {
  question: 'card',
  model: 'dataset',
  metric: 'metric',
}

const presentItem = ({ rights }: Forest, card: SavedCard): CardItem => ({
  id: card.id,
  model: models[card.type],
  name: card.name,
  description: card.description,
  archived: isArchived(card),
  collection_id: card.collection_id,
  entity_id: entityId('card', card),
  can_write: rights.mayWrite(card.collection_id ?? 'root'),
  created_at: card.created_at,
  updated_at: card.updated_at,
  display: card.display,
  database_id: card.database_id,
})

const load = async (
  forest: Forest,
  { collectionId, archived }: Place,
  type: CardType,
): Promise<CardItem[]> => {
  if (!forest.rights.mayRead(collectionId ?? 'root')) return []
  const inPlace = collectionId === null ? 'is' : '='
  const rows = await savedCards(forest.views)
    .where('cards.collection_id', inPlace, collectionId)
    .where('cards.type', '=', type)
    .execute()
  return rows
    .filter((card) => isArchived(card) === archived)
    .map((card) => presentItem(forest, card))
}

/** Saved questions, by what they are. */
export const cardsInside: readonly ItemSource[] = (['question', 'model', 'metric'] as const).map(
  (type) => ({ model: models[type], load: (forest, place) => load(forest, place, type) }),
)
