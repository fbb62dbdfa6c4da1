import { questionsOn } from '../../shared/dashboards/mappings.ts'
import type { StopReason, SubscribedCard } from '../../shared/events/subscription.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { ReportOrder } from '../../shared/ports/reports.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import { isArchived } from '../archived.ts'
import { mayReadCard, type SavedCard } from '../cards.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import type { Views } from '../context.ts'
import { mayReadDashboard, type SavedDashboard, savedDashboards } from '../dashboards.ts'
import { shownCards } from '../shared-things/shown-cards.ts'
import { shownDashcards } from '../shared-things/shown-dashcards.ts'
import { readerOf } from './reader.ts'

/** A dashboard in the hands of somebody who may see all of it that is wanted. */
export type OpenReport = {
  readonly reader: Actor
  readonly dashboard: SavedDashboard
  readonly dashcards: readonly DashcardRow[]
  /** The questions that are wanted, there and not put away, by their ids. */
  readonly cards: ReadonlyMap<number, SavedCard>
}

type Stopped = { readonly stopped: StopReason }

const stopped = (reason: StopReason): Stopped => ({ stopped: reason })

type Place = Pick<DashcardRow, 'id' | 'card_id' | 'series'>

/** Whether it is this place that is meant by a question on a dashboard. */
export const isAt = (
  { cardId, dashcardId }: SubscribedCard,
  { id, card_id: own, series }: Place,
): boolean =>
  (dashcardId === null || dashcardId === id) &&
  questionsOn({ cardId: own, series }).includes(cardId)

/**
 * Whether an order wants what stands in a place: who wants one of the questions there has those that
 * are drawn into the same picture as well. One that names none wants all.
 */
export const isWanted =
  ({ cards }: Pick<ReportOrder, 'cards'>) =>
  (place: Place): boolean =>
    cards.length === 0 || cards.some((one) => isAt(one, place))

/** A dashboard as its reader may see it at this moment, or why not. */
export const openReport = async (
  views: Views,
  order: ReportOrder,
): Promise<OpenReport | Stopped> => {
  const reader = await readerOf(views, order.readerId)
  if (!reader) return stopped('creator-deactivated')
  const dashboard = await savedDashboards(views)
    .where('dashboards.id', '=', order.dashboardId)
    .executeTakeFirst()
  if (!dashboard) return stopped('dashboard-deleted')
  if (isArchived(dashboard)) return stopped('dashboard-archived')
  const rights = await loadCollectionRights(views, reader)
  if (!mayReadDashboard(rights, dashboard)) return stopped('no-permission')
  const declared = new Set(dashboard.parameters.map(({ id }) => id))
  if (!order.parameters.every(({ id }) => declared.has(id))) return stopped('filter-removed')
  const dashcards = await shownDashcards(views, dashboard.id)
  const places = dashcards.filter(isWanted(order))
  const wanted = new Set(
    places.flatMap(({ card_id: cardId, series }) => questionsOn({ cardId, series })),
  )
  const there = await shownCards(views, dashcards)
  const cards = new Map([...there].filter(([id]) => wanted.has(id)))
  if (![...cards.values()].every((card) => mayReadCard(rights, card)))
    return stopped('no-permission')
  return { reader, dashboard, dashcards, cards }
}
