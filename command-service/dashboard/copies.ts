import type { CardState } from '../../shared/cards/card-state.ts'
import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import { questionsOn } from '../../shared/dashboards/mappings.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'

/** What of a dashboard is made anew. */
type Content = Pick<DashboardState, 'dashcards' | 'tabs'>

/** Which question stands for one of the original; undefined: none, it is left out. */
export type StandsFor = (cardId: number) => number | undefined

const withQuestions = (card: Dashcard, standsFor: StandsFor): Dashcard | undefined => {
  const cardId = card.cardId === null ? null : standsFor(card.cardId)
  if (cardId === undefined) return undefined
  const mapped = (mapping: Dashcard['parameterMappings'][number]) => {
    const { card_id: about } = mapping
    if (typeof about !== 'number') return [mapping]
    const standing = standsFor(about)
    return standing === undefined ? [] : [{ ...mapping, card_id: standing }]
  }
  return {
    ...card,
    cardId,
    series: card.series.flatMap((id) => standsFor(id) ?? []),
    parameterMappings: card.parameterMappings.flatMap(mapped),
  }
}

/** The cards and tabs of a dashboard once more, with ids of their own. */
export const copiedBoard = async (
  ids: IdSequences,
  { dashcards, tabs }: Content,
  standsFor: StandsFor,
): Promise<Content> => {
  const shown = dashcards.flatMap((card) => withQuestions(card, standsFor) ?? [])
  const drawn = await ids.take('dashcard', shown.length)
  const drawnTabs = await ids.take('dashboard_tab', tabs.length)
  const tabIds = new Map(tabs.map((tab, index) => [tab.id, drawnTabs[index] ?? 0]))
  return {
    tabs: tabs.map((tab) => ({ ...tab, id: tabIds.get(tab.id) ?? 0 })),
    dashcards: shown.map((card, index) => ({
      ...card,
      id: drawn[index] ?? 0,
      tabId: card.tabId === null ? null : (tabIds.get(card.tabId) ?? null),
    })),
  }
}

/** The questions on a dashboard, each once. */
export const questionsOf = ({ dashcards }: Pick<Content, 'dashcards'>): readonly number[] => [
  ...new Set(dashcards.flatMap(questionsOn)),
]

/** Models and metrics are what others build on: a copy of a dashboard goes on showing them. */
export const isCopied = ({ type }: Pick<CardState, 'type'>): boolean => type === 'question'
