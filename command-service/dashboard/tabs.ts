import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import { invalid } from '../../shared/kernel/refusal.ts'

type Tabbed = Pick<DashboardState, 'dashcards' | 'tabs'>

/**
 * The cards, each on a tab where there are tabs: those without one join the only one, and those of a
 * tab that goes go with it.
 * @param before what the dashboard was
 * @throws {Refusal} 400 for a card on a tab there never was, or on none of several
 */
export const settledOnTabs = (before: Tabbed, { dashcards, tabs }: Tabbed): readonly Dashcard[] => {
  const there = new Set(tabs.map(({ id }) => id))
  const gone = new Set(before.tabs.map(({ id }) => id).filter((id) => !there.has(id)))
  const [only] = tabs
  return dashcards.flatMap((card) => {
    if (card.tabId === null) {
      if (!only) return [card]
      if (tabs.length === 1) return [{ ...card, tabId: only.id }]
      throw invalid('dashcards', 'This dashboard has tabs: every card needs a dashboard_tab_id.')
    }
    if (there.has(card.tabId)) return [card]
    if (gone.has(card.tabId)) return []
    throw invalid('dashcards', `There is no tab ${card.tabId} on this dashboard.`)
  })
}
