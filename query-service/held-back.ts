import { type Embeddable, type Locks, locksOf } from '../shared/embedding/gate.ts'
import type { DashcardRow } from '../shared/views/dashboard.ts'
import { mappedTo } from './dashboard-parameters.ts'

/** Whether every locked parameter says something of a question where it stands (decision E3). */
export const isHeldBack = (
  { locked, isBroken }: Locks,
  dashcard: DashcardRow,
  cardId: number,
): boolean =>
  !isBroken &&
  locked.every(({ id }) => mappedTo([dashcard], String(id)).some((one) => one.cardId === cardId))

/** A question that visitors of an embedded dashboard do not get to see. */
export type LeftOut = { readonly dashcard_id: number; readonly card_id: number }

/** The questions on a dashboard that its locked parameters leave out where it is embedded. */
export const leftOutOf = (
  dashboard: Embeddable & { readonly enable_embedding: boolean },
  dashcards: readonly DashcardRow[],
): readonly LeftOut[] => {
  if (!dashboard.enable_embedding) return []
  const locks = locksOf(dashboard)
  return dashcards.flatMap((dashcard) => {
    const { id, card_id: own, series, action_id: actionId } = dashcard
    const questions = own === null || actionId !== null ? [] : [own, ...series]
    return questions
      .filter((cardId) => !isHeldBack(locks, dashcard, cardId))
      .map((cardId) => ({ dashcard_id: id, card_id: cardId }))
  })
}
