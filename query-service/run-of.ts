import type { QueryParameter } from '../shared/contract/dataset.ts'
import type { DashboardRow, DashcardRow } from '../shared/views/dashboard.ts'
import { withMappedValues, withValues } from './card-parameters.ts'
import type { SavedCard } from './cards.ts'
import { mappedValues } from './dashboard-parameters.ts'
import type { SavedRun } from './saved-runs.ts'

/** The run of a saved question with values of its parameters. @throws {Refusal} 400 */
export const runOfCard = (
  card: SavedCard,
  parameters: readonly QueryParameter[] | null | undefined,
): SavedRun => ({
  card,
  query: withValues(card, parameters ?? []),
  settings: card.visualization_settings,
  context: 'question',
})

/** Where on a dashboard a saved question stands. */
export type Placed = {
  readonly dashboard: Pick<DashboardRow, 'parameters'>
  readonly dashcard: Pick<DashcardRow, 'parameter_mappings' | 'visualization_settings'>
  readonly card: SavedCard
}

/** The run of a saved question where it stands, with values of the dashboard's. @throws {Refusal} 400 */
export const runOfDashcard = (
  { dashboard, dashcard, card }: Placed,
  parameters: readonly QueryParameter[] | null | undefined,
): SavedRun => {
  const mapped = mappedValues(dashboard.parameters, dashcard, card.id, parameters ?? [])
  return {
    card,
    query: withMappedValues(card, mapped),
    settings: { ...card.visualization_settings, ...dashcard.visualization_settings },
    context: 'dashboard',
  }
}
