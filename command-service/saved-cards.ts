import type { CardState } from '../shared/cards/card-state.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import { unlessRefused } from '../shared/kernel/unless-refused.ts'
import { cardDecider } from './card/decider.ts'
import { present, readable, writable } from './card/place.ts'
import type { Executor } from './execute.ts'
import { isPutAway, type Places } from './places.ts'
import { streams } from './streams.ts'

/**
 * Somebody may read all of these that there are; what is gone or put away shows nobody anything.
 * @throws {Refusal} 403
 */
export const refuseUnreadable = async (
  executor: Executor,
  places: Places,
  cardIds: Iterable<number>,
): Promise<void> => {
  for (const cardId of new Set(cardIds))
    await unlessRefused(usableCard(executor, places, cardId), 'not-found')
}

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
  return inUse(places, readable(places, state))
}

const inUse = (places: Pick<Places, 'state'>, card: CardState): CardState => {
  if (!card.archived && !isPutAway(places, card.collectionId)) return card
  throw new Refusal('not-found', 'This question is archived.')
}

/**
 * The same for those whose right to it is a link.
 * @throws {Refusal} 404 where there is none or it is put away
 */
export const sharedCard = async (
  executor: Executor,
  places: Pick<Places, 'state'>,
  cardId: number,
): Promise<CardState> => {
  const { state } = await executor.load(streams.card(cardId), cardDecider)
  return inUse(places, present(places, state))
}

/** A saved question that somebody wants to change something about. @throws {Refusal} 404, then 403 */
export const writableCard = async (
  executor: Executor,
  places: Places,
  cardId: number,
): Promise<CardState> => {
  const { state } = await executor.load(streams.card(cardId), cardDecider)
  return writable(places, state)
}
