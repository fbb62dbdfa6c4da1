import type {
  PublicCardOnDashboard,
  PublicDashboard,
  PublicDashcard,
} from '../../shared/contract/public-records.ts'
import type { ParameterValues } from '../../shared/contract/shared-pages.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { Board, QuestionOnBoard } from './board.ts'
import { type ShownParameter, shownParameter } from './parameters/shown-parameter.ts'
import { ownValues, textOn, wordsOf } from './texts.ts'

type Settings = PublicCardOnDashboard['visualization_settings']

/** How it is asked: a pivot table has totals, which only its own query answers. */
export const askedAs = (
  { display, dataset_query: { type } }: PublicCardOnDashboard,
  settings: Settings,
): 'flat' | 'pivot' =>
  display === 'pivot' && type === 'query' && 'pivot_table.column_split' in settings
    ? 'pivot'
    : 'flat'

/** What the place of a card says over what the card says. */
const settingsAt = ({ card, visualization_settings: own }: PublicDashcard): Settings => ({
  ...card?.visualization_settings,
  ...own,
})

const titleIn = (dashcard: PublicDashcard): string => {
  const { 'card.title': title } = settingsAt(dashcard)
  return typeof title === 'string' && title !== '' ? title : (dashcard.card?.name ?? '')
}

/** The card as it is called where it stands. @throws {Refusal} 404 where it does not stand there */
export const cardAt = ({ dashcards }: PublicDashboard, dashcardId: number, cardId: number) => {
  const dashcard = found(
    dashcards.find(({ id, card }) => id === dashcardId && card?.id === cardId),
    'Card',
  )
  const card = found(dashcard.card ?? undefined, 'Card')
  const settings = settingsAt(dashcard)
  const { display } = card
  return { name: titleIn(dashcard), display, settings, askedAs: askedAs(card, settings) }
}

const questionOn = (
  dashcard: PublicDashcard,
  parameters: readonly ShownParameter[],
): QuestionOnBoard | undefined => {
  const { id, card, parameter_mappings: mappings } = dashcard
  if (!card) return undefined
  const path = `/dashcard/${id}/card/${card.id}`
  const mapped = new Set(mappings.map(({ parameter_id: parameter }) => parameter))
  return {
    kind: 'question',
    key: `${id}-${card.id}`,
    name: titleIn(dashcard),
    description: card.description,
    partPath: path,
    filePath: path,
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
