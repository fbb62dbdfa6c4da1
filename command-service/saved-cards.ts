import type { CardState } from '../shared/cards/card-state.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import { cardDecider } from './card/decider.ts'
import { readable } from './card/place.ts'
import type { Executor } from './execute.ts'
import { isPutAway, type Places } from './places.ts'
import { streams } from './streams.ts'

/**
 * A saved question that somebody wants to use elsewhere.
 * @throws {Refusal} 404 where there is none or it is put away, then 403
 */
export const usableCard = async (
  executor: Executor,
  places: Places,
  cardId: number,
): Promise<CardState> => {
  const { state } = await executor.load(streams.card(cardId), cardDecider)
  const card = readable(places, state)
  if (!card.archived && !isPutAway(places, card.collectionId)) return card
  throw new Refusal('not-found', 'This question is archived.')
}
