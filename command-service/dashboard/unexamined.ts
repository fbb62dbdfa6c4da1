import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { type DashboardWishes, isEqual } from './merge.ts'

type Content = Pick<DashboardState, 'dashcards' | 'parameters'>

/** What of a card takes rights: the questions on it, and what they can be filtered by. */
const asks = ({ cardId, series, parameterMappings }: Dashcard): Json => ({
  cardId,
  series,
  parameterMappings,
})

const asksById = (dashcards: readonly Dashcard[]): ReadonlyMap<number, Json> =>
  new Map(dashcards.map((card) => [card.id, asks(card)]))

/**
 * Rights to what is on a dashboard are looked at beside what is on it at that time.
 * @param examined what it was then; undefined where no rights were looked at
 * @param after what it is to be; what is left out stays as it is
 * @throws {Refusal} 409 for a change of what somebody else has changed since
 */
export const refuseUnexamined = (
  examined: Content | undefined,
  now: Content,
  { dashcards = [], parameters = now.parameters }: Pick<DashboardWishes, keyof Content>,
): void => {
  if (!examined) return
  const [was, is] = [asksById(examined.dashcards), asksById(now.dashcards)]
  const isUnseen = (card: Dashcard) =>
    !isEqual(asks(card), is.get(card.id)) && !isEqual(was.get(card.id), is.get(card.id))
  const isOtherwise =
    !isEqual(parameters, now.parameters) && !isEqual(examined.parameters, now.parameters)
  if (!isOtherwise && !dashcards.some(isUnseen)) return
  const why = 'Somebody else has just changed the same on this dashboard. Read it again.'
  throw new Refusal('conflict', why)
}
