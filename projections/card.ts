import { cardColumns } from '../shared/cards/card-columns.ts'
import { type CardParts, newCardState } from '../shared/cards/card-state.ts'
import type { CardEvent } from '../shared/events/card.ts'
import type { CollectionTreeEvent } from '../shared/events/collection.ts'
import type { DatabaseEvent } from '../shared/events/database.ts'
import { type CardRow, cards } from '../shared/views/card.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { type Fact, projection } from './runtime/projection.ts'

const patch = (write: Writer, cardId: number, { at, revision }: Fact<unknown>, change: CardParts) =>
  write.patch(
    cards,
    { id: cardId },
    {
      ...cardColumns(change),
      version: revision + 1,
      updated_at: at,
    },
  )

/** Saved questions as they are now; they go with their collection and with their database. */
export const cardProjection = projection<CardEvent | CollectionTreeEvent | DatabaseEvent>({
  name: 'card',
  version: 1,
  onFailure: 'quarantine',
  views: [cards],
  on: {
    CardCreated: (write, { data, at, revision }) => {
      write.put(cards, {
        ...(cardColumns(newCardState(data)) as CardRow),
        id: data.cardId,
        version: revision + 1,
        created_at: at,
        updated_at: at,
      })
    },

    CardChanged: (write, fact) => {
      const { cardId, restoredTo, ...changes } = fact.data
      patch(write, cardId, fact, changes)
    },

    CardMoved: (write, fact) =>
      patch(write, fact.data.cardId, fact, { collectionId: fact.data.to }),

    CardEmbeddingChanged: (write, fact) =>
      patch(write, fact.data.cardId, fact, {
        enableEmbedding: fact.data.enabled,
        embeddingParams: fact.data.parameters,
      }),

    CardDeleted: (write, { data }) => write.remove(cards, { id: data.cardId }),

    CollectionDeleted: (write, { data }) => {
      for (const id of [data.collectionId, ...data.cascade])
        write.removeWhere(cards, { collection_id: id })
    },

    DatabaseDeleted: (write, { data }) =>
      write.removeWhere(cards, { database_id: data.databaseId }),
  },
})
