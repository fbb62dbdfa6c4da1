import type { Admitted } from '../../shared/embedding/gate.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import type { SavedCard } from '../cards.ts'
import type { Views } from '../context.ts'
import { isHeldBack } from '../held-back.ts'
import { shownCards } from '../shared-things/shown-cards.ts'
import { shownDashcardOn, shownDashcards } from '../shared-things/shown-dashcards.ts'

/** What stands on an embedded dashboard, as far as it is shown, and the questions by their ids. */
export type OnEmbedded = {
  readonly dashcards: readonly DashcardRow[]
  readonly cards: ReadonlyMap<number, SavedCard>
}

/** Text has nothing to keep back; a question of several in one picture may be left out of it. */
const asShown = (admitted: Admitted, dashcard: DashcardRow): DashcardRow | undefined => {
  const { card_id: cardId, series } = dashcard
  if (cardId !== null && !isHeldBack(admitted, dashcard, cardId)) return undefined
  return { ...dashcard, series: series.filter((id) => isHeldBack(admitted, dashcard, id)) }
}

/** All of a dashboard that is shown. */
export const shownOn = async (
  views: Views,
  dashboardId: number,
  admitted: Admitted,
): Promise<OnEmbedded> => {
  const all = await shownDashcards(views, dashboardId)
  const dashcards = all.flatMap((one) => asShown(admitted, one) ?? [])
  return { dashcards, cards: await shownCards(views, dashcards) }
}

export type EmbeddedPlace = { readonly dashcardId: number; readonly cardId: number }

/**
 * One question where it stands.
 * @throws {Refusal} 404 where it does not, 403 where a locked parameter says nothing of it
 */
export const shownAt = async (
  views: Views,
  dashboardId: number,
  { dashcardId, cardId }: EmbeddedPlace,
  admitted: Admitted,
) => {
  const dashcard = await shownDashcardOn(views, dashboardId, dashcardId, cardId)
  const cards = await shownCards(views, [dashcard])
  const card = found(cards.get(cardId), 'Card')
  const shown = asShown(admitted, dashcard)
  const isShown = shown?.card_id === cardId || shown?.series.includes(cardId)
  refuseUnless(isShown, 'forbidden', 'This card is not shown where the dashboard is embedded.')
  return { dashcard, card }
}
