import type { PublicDashboard, PublicDashcard } from '../../shared/contract/public-records.ts'
import type { ParameterValues } from '../../shared/contract/shared-pages.ts'
import { titleIn } from '../shared-things/placed-cards.ts'
import { type ShownParameter, shownParameter } from '../shared-things/shown-parameter.ts'
import type { Board, QuestionOnBoard } from './board.ts'
import { ownValues, textOn, wordsOf } from './texts.ts'

const questionOn = (
  dashcard: PublicDashcard,
  parameters: readonly ShownParameter[],
): QuestionOnBoard | undefined => {
  const { id, card, series, parameter_mappings: mappings } = dashcard
  if (!card) return undefined
  const pathOf = (one: { readonly id: number }) => `/dashcard/${id}/card/${one.id}`
  const mapped = new Set(mappings.map(({ parameter_id: parameter }) => parameter))
  return {
    kind: 'question',
    key: `${id}-${card.id}`,
    name: titleIn(dashcard),
    description: card.description,
    partPath: pathOf(card),
    files: [card, ...series].map((one) => ({ name: one.name, path: pathOf(one) })),
    slugs: parameters.flatMap((one) => (mapped.has(one.id) ? [one.slug] : [])),
  }
}

/** A page with all that stands on a dashboard, texts with the values that its address gives. */
export const dashboardBoard = (dashboard: PublicDashboard, given: ParameterValues): Board => {
  const parameters = dashboard.parameters.map(shownParameter)
  const words = wordsOf(dashboard, { ...ownValues(dashboard), ...given })
  return {
    kind: 'dashboard',
    name: dashboard.name,
    description: dashboard.description,
    isWide: dashboard.width === 'full',
    parameters,
    appliesAtOnce: dashboard.auto_apply_filters,
    tabs: dashboard.tabs,
    cards: dashboard.dashcards.flatMap((dashcard) => {
      const { row, col, sizeX, sizeY, dashboard_tab_id: tabId } = dashcard
      const content =
        dashcard.card_id === null
          ? textOn(dashcard, dashboard, words)
          : questionOn(dashcard, parameters)
      return content ? [{ row, col, sizeX, sizeY, tabId, content }] : []
    }),
  }
}
