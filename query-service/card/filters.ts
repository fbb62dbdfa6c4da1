import type { CardFilter } from '../../shared/contract/card.ts'
import { isArchived } from '../archived.ts'
import { byName } from '../by-name.ts'
import type { SavedCard } from '../cards.ts'

type Asked = { readonly userId: number; readonly modelId: number | undefined }

const isThere = (card: SavedCard) => !isArchived(card)

/** Which questions a list shows; nothing is ever bookmarked here, and nobody counts who looks. */
const filters: Readonly<Record<CardFilter, (card: SavedCard, asked: Asked) => boolean>> = {
  all: isThere,
  mine: (card, { userId }) => isThere(card) && card.creator_id === userId,
  archived: isArchived,
  bookmarked: () => false,
  database: (card, { modelId }) => isThere(card) && card.database_id === modelId,
  table: (card, { modelId }) => isThere(card) && card.table_id === modelId,
  using_model: (card, { modelId }) =>
    isThere(card) && card.source_card_ids.some((id) => id === modelId),
  recent: isThere,
  popular: isThere,
}

const recentOnes = 10

const lastChangedFirst = (a: SavedCard, b: SavedCard) =>
  b.updated_at.localeCompare(a.updated_at) || b.id - a.id

/** Those a list shows, in its order: by name, or where recent ones are asked for the latest first. */
export const listed = (
  cards: readonly SavedCard[],
  filter: CardFilter,
  asked: Asked,
): SavedCard[] => {
  const shown = cards.filter((card) => filters[filter](card, asked))
  if (filter !== 'recent') return shown.sort(byName)
  return shown.sort(lastChangedFirst).slice(0, recentOnes)
}
