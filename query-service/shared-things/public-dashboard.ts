import type {
  PublicDashboard,
  PublicDashcard,
  PublicField,
} from '../../shared/contract/public-records.ts'
import type { DashboardRow, DashcardRow } from '../../shared/views/dashboard.ts'
import { picked } from './picked.ts'
import { publicCardOnDashboard, type ShownCard } from './public-card.ts'
import { publicParameter } from './public-parameter.ts'
import { publicSettings } from './public-settings.ts'

/** What of a dashboard is looked at; `parameters` are those that are to be shown. */
export type ShownDashboard = Pick<
  DashboardRow,
  'id' | 'name' | 'description' | 'tabs' | 'auto_apply_filters' | 'width' | 'parameters'
>

export type OnDashboard = {
  readonly dashcards: readonly DashcardRow[]
  /** The questions that may be shown, by their ids: those that are put away are not among them. */
  readonly cards: ReadonlyMap<number, ShownCard>
  /** The fields the parameters are about, by their ids. */
  readonly paramFields: Readonly<Record<string, PublicField>>
}

const mapping = ['parameter_id', 'card_id', 'target'] as const

/**
 * A question's own parameters are nobody's business where the dashboard's are what one chooses by;
 * the names of their tags are not, either.
 */
const shownCard = (card: ShownCard) => publicCardOnDashboard({ ...card, parameters: [] })

const publicDashcard = (
  row: DashcardRow,
  { cards }: OnDashboard,
  shownIds: ReadonlySet<unknown>,
): PublicDashcard | undefined => {
  const card = row.card_id === null ? null : cards.get(row.card_id)
  if (card === undefined) return undefined
  return {
    id: row.id,
    dashboard_id: row.dashboard_id,
    card_id: row.card_id,
    card: card && shownCard(card),
    series: row.series.flatMap((id) => {
      const one = cards.get(id)
      return one ? [shownCard(one)] : []
    }),
    dashboard_tab_id: row.tab_id,
    row: row.row,
    col: row.col,
    sizeX: row.size_x,
    sizeY: row.size_y,
    size_x: row.size_x,
    size_y: row.size_y,
    parameter_mappings: row.parameter_mappings
      .filter(({ parameter_id: id }) => shownIds.has(id))
      .map((one) => picked(one, mapping)),
    visualization_settings: publicSettings(row.visualization_settings),
    inline_parameters: [],
  }
}

/**
 * A dashboard as those see it who did not sign in. Nothing of it is shown that is not named here; a
 * parameter that is taken out before goes with all that tells of it.
 */
export const publicDashboard = (dashboard: ShownDashboard, on: OnDashboard): PublicDashboard => {
  const shownIds = new Set(dashboard.parameters.map(({ id }) => id))
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    parameters: dashboard.parameters.map(publicParameter),
    param_fields: on.paramFields,
    tabs: dashboard.tabs.map(({ id, name }, position) => ({ id, name, position })),
    auto_apply_filters: dashboard.auto_apply_filters,
    width: dashboard.width,
    dashcards: on.dashcards.flatMap((row) => publicDashcard(row, on, shownIds) ?? []),
  }
}
