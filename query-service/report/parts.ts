import type { PublicDashcard } from '../../shared/contract/public-records.ts'
import type { ReportOrder } from '../../shared/ports/reports.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import type { Html } from '../pages/html.ts'
import { cardsAt, type PlacedCard } from '../shared-things/placed-cards.ts'
import { publicDashboard } from '../shared-things/public-dashboard.ts'
import { parameterWords, withFilledText } from '../shared-things/texts/filled-texts.ts'
import { textCard } from '../shared-things/texts/text-card.ts'
import type { FilterValue } from './filters.ts'
import { isWanted, type OpenReport } from './open.ts'

/** A question where it stands, and those in one picture with it. */
export type QuestionPart = {
  readonly kind: 'question'
  readonly dashcard: DashcardRow
  readonly placed: readonly [PlacedCard, ...PlacedCard[]]
}

/** What is on a dashboard, in the order it is read. */
export type ReportPart =
  | { readonly kind: 'tab'; readonly name: string }
  | { readonly kind: 'text'; readonly content: Html }
  | QuestionPart

type Spot = { readonly row: number; readonly col: number; readonly id: number }

const byPlace = (one: Spot, other: Spot): number =>
  one.row - other.row || one.col - other.col || one.id - other.id

/** Texts and the questions that are wanted, tab by tab; what a filter says is filled into texts. */
export const reportParts = (
  { dashboard, dashcards, cards }: OpenReport,
  order: Pick<ReportOrder, 'cards'>,
  filters: readonly FilterValue[],
): readonly ReportPart[] => {
  const shown = publicDashboard(dashboard, { dashcards, cards, paramFields: {} })
  const words = parameterWords(filters)
  const wants = isWanted(order)
  const rows = new Map(dashcards.map((row) => [row.id, row]))

  const partOf = (one: PublicDashcard): ReportPart[] => {
    const { id, card_id: cardId } = one
    const dashcard = rows.get(id)
    if (cardId === null) {
      const text = textCard(withFilledText(one, words, true).visualization_settings)
      return text ? [{ kind: 'text', content: text.content }] : []
    }
    if (!dashcard || !wants(dashcard)) return []
    return [{ kind: 'question', dashcard, placed: cardsAt(shown, id, cardId) }]
  }

  const { tabs } = shown
  const [first] = tabs
  const inOrder = [...shown.dashcards].sort(byPlace)
  if (!first || tabs.length < 2) return inOrder.flatMap(partOf)
  const tabOf = ({ dashboard_tab_id: own }: PublicDashcard) =>
    tabs.some(({ id }) => id === own) ? own : first.id
  return tabs.flatMap(({ id, name }): ReportPart[] => {
    const parts = inOrder.filter((one) => tabOf(one) === id).flatMap(partOf)
    return parts.length === 0 ? [] : [{ kind: 'tab', name }, ...parts]
  })
}
