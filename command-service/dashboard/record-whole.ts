import type { Executor } from '../execute.ts'
import { type NewCard, recordCard } from '../new-cards.ts'
import { streams } from '../streams.ts'
import { type DashboardCommand, dashboardDecider } from './decider.ts'
import { refuseUnusable } from './usable-cards.ts'

type Asking = Parameters<typeof refuseUnusable>[0]
type NewDashboard = Extract<DashboardCommand, { type: 'CreateDashboard' }>['data']

/**
 * Records a dashboard with questions that are new as well. These and it are streams of their own, so
 * they are written one by one, the dashboard last. All of it is tried out first: what any rule refuses
 * leaves nothing at all, and only a store that fails half-way can leave questions that are on no
 * dashboard.
 * @throws {Refusal} also for what may not be put on it
 */
export const recordWhole = async (
  asking: Asking,
  cards: readonly NewCard[],
  dashboard: NewDashboard,
): Promise<void> => {
  const writeAll = async (writer: Executor, check: boolean) => {
    for (const card of cards) await recordCard(writer, card)
    if (check) await refuseUnusable({ ...asking, executor: writer }, dashboard.dashcards)
    await writer.execute(streams.dashboard(dashboard.dashboardId), dashboardDecider, {
      type: 'CreateDashboard',
      data: dashboard,
    })
  }
  await writeAll(asking.executor.tryOut().executor, true)
  await writeAll(asking.executor, false)
}
