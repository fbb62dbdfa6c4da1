import type { CardRow } from '../views/card.ts'
import { type CardParts, cardKeys } from './card-state.ts'

const keys = Object.entries(cardKeys) as [keyof typeof cardKeys, keyof CardRow][]

/** Parts of a saved question as columns of its row; what is left out stays left out. */
export const cardColumns = (card: CardParts): Partial<CardRow> => ({
  ...Object.fromEntries(
    keys.flatMap(([part, column]) => (card[part] === undefined ? [] : [[column, card[part]]])),
  ),
  ...(card.creatorId !== undefined && { creator_id: card.creatorId }),
  ...(card.reads && {
    database_id: card.reads.database,
    table_id: card.reads.table,
    source_card_ids: card.reads.cards,
  }),
})
