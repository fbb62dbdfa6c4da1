import type { DashcardRow } from '../../shared/views/dashboard.ts'
import { isArchived } from '../archived.ts'
import { type SavedCard, savedCards } from '../cards.ts'
import type { Views } from '../context.ts'

/** The questions on a dashboard that are there and not put away, by their ids. */
export const shownCards = async (
  views: Views,
  dashcards: readonly DashcardRow[],
): Promise<ReadonlyMap<number, SavedCard>> => {
  const ids = new Set(dashcards.flatMap(({ card_id, series }) => [card_id ?? [], series].flat()))
  if (ids.size === 0) return new Map()
  const cards = await savedCards(views)
    .where('cards.id', 'in', [...ids])
    .execute()
  return new Map(cards.filter((card) => !isArchived(card)).map((card) => [card.id, card]))
}
