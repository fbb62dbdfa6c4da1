import type { CardFilter } from '../../shared/contract/card.ts'
import { isArchived, type SavedCard } from '../cards.ts'

type Asked = { readonly userId: number; readonly modelId: number | undefined }

/** Which questions a list shows; nothing is ever bookmarked here. */
const filters: Readonly<Record<CardFilter, (card: SavedCard, asked: Asked) => boolean>> = {
  all: (card) => !isArchived(card),
  mine: (card, { userId }) => !isArchived(card) && card.creator_id === userId,
  archived: isArchived,
  bookmarked: () => false,
  database: (card, { modelId }) => !isArchived(card) && card.database_id === modelId,
  table: (card, { modelId }) => !isArchived(card) && card.table_id === modelId,
  using_model: (card, { modelId }) =>
    !isArchived(card) && card.source_card_ids.some((id) => id === modelId),
}

export const listed = (filter: CardFilter, asked: Asked) => (card: SavedCard) =>
  filters[filter](card, asked)
