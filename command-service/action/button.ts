import { found } from '../../shared/kernel/refusal.ts'
import type { Asking } from '../saved-actions.ts'
import { usableDashboard } from '../saved-dashboards.ts'

/** The action of a button on a dashboard. @throws {Refusal} 404, then 403 */
export const actionOfButton = async (
  { executor, places }: Asking,
  dashboardId: number,
  dashcardId: number,
): Promise<number> => {
  const { dashcards } = await usableDashboard(executor, places, dashboardId)
  const card = dashcards.find(({ id }) => id === dashcardId)
  return found(card?.actionId, 'Action of this card')
}
