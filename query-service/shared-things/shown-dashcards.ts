import type { Json } from '../../shared/kernel/json.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import type { Views } from '../context.ts'
import { dashcardOn, dashcardsOf } from '../dashboards.ts'

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A button is no question: clients put it on a dashboard with the model its action is of, and nobody
 * means the rows of that to be seen by everybody.
 */
const asShown = (row: DashcardRow): DashcardRow => {
  if (row.action_id === null) return row
  const { virtual_card: virtual, ...settings } = row.visualization_settings
  const button = { ...(isMap(virtual) && virtual), display: 'action' }
  return {
    ...row,
    card_id: null,
    series: [],
    visualization_settings: { ...settings, virtual_card: button },
  }
}

/** What stands on a dashboard for those who only look at it. */
export const shownDashcards = async (
  views: Views,
  dashboardId: number,
): Promise<readonly DashcardRow[]> => (await dashcardsOf(views, dashboardId)).map(asShown)

/** The place of a question on it. @throws {Refusal} 404 where it does not stand there to be seen */
export const shownDashcardOn = async (
  views: Views,
  ...place: readonly [dashboardId: number, dashcardId: number, cardId: number]
): Promise<DashcardRow> => {
  const row = await dashcardOn(views, ...place)
  return found(row.action_id === null ? row : undefined, 'Dashcard')
}
