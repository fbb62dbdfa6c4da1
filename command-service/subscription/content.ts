import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { SubscribedCardBody } from '../../shared/contract/subscription-records.ts'
import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import { questionsOn } from '../../shared/dashboards/mappings.ts'
import type { SubscribedCard, SubscriptionContent } from '../../shared/events/subscription.ts'
import { invalid } from '../../shared/kernel/refusal.ts'

const isOn = ({ dashcards }: DashboardState, { cardId, dashcardId }: SubscribedCard): boolean =>
  dashcards.some(
    (dashcard) =>
      (dashcardId === null || dashcard.id === dashcardId) && questionsOn(dashcard).includes(cardId),
  )

/** Those of its questions that are wanted. @throws {Refusal} 400 for what is not on the dashboard */
export const cardsOf = (
  dashboard: DashboardState,
  wanted: readonly SubscribedCardBody[],
): SubscribedCard[] =>
  wanted.map((it, place) => {
    const card = {
      cardId: it.id,
      dashcardId: it.dashboard_card_id ?? null,
      csv: it.include_csv ?? false,
      xlsx: it.include_xls ?? false,
      formatRows: it.format_rows ?? false,
      pivotResults: it.pivot_results ?? false,
    }
    if (isOn(dashboard, card)) return card
    throw invalid(`cards.${place}.id`, 'This question is not on the dashboard.')
  })

/** What its filters are set to. @throws {Refusal} 400 for what is no filter of the dashboard */
export const parametersOf = (
  { parameters }: DashboardState,
  wanted: readonly QueryParameter[],
): SubscriptionContent['parameters'] =>
  wanted.map(({ id = '', value = null }, place) => {
    if (parameters.some((declared) => declared.id === id)) return { id, value }
    throw invalid(`parameters.${place}.id`, 'This dashboard has no such filter.')
  })
