import type {
  ChangedDashcard,
  NewDashcard,
  TabBody,
  WholeDashcard,
} from '../../shared/contract/dashcard-body.ts'
import type { DashboardTab, Dashcard } from '../../shared/events/dashboard.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { said } from '../../shared/kernel/said.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import type { CardWishes } from './decider.ts'

/** Ids of tabs by those their client gave them. */
type TabIds = ReadonlyMap<number, number>

const noTabs: TabIds = new Map()

const idsOf = (series: readonly { readonly id: number }[] | null | undefined) =>
  series?.map(({ id }) => id)

/** What a client says of a card; null and nothing say nothing, but for tab and button. */
const wishesOf = (body: ChangedDashcard | WholeDashcard | NewDashcard, tabIds: TabIds) => ({
  row: body.row,
  col: body.col,
  sizeX: body.sizeX,
  sizeY: body.sizeY,
  actionId: body.action_id,
  parameterMappings: body.parameter_mappings ?? undefined,
  visualizationSettings: body.visualization_settings ?? undefined,
  series: idsOf(body.series),
  tabId:
    body.tabId === null || body.tabId === undefined
      ? body.tabId
      : (tabIds.get(body.tabId) ?? body.tabId),
})

/** What is to change about a card that is there. */
export const changedCard = (body: ChangedDashcard): CardWishes => ({
  id: body.id,
  ...wishesOf(body, noTabs),
})

/** A card that was not there before. */
export const newCard = (
  id: number,
  body: NewDashcard | WholeDashcard,
  tabIds: TabIds = noTabs,
): Dashcard => {
  const { tabId = null, parameterMappings = [], ...wishes } = wishesOf(body, tabIds)
  return {
    id,
    cardId: body.cardId ?? null,
    actionId: wishes.actionId ?? null,
    tabId,
    row: body.row,
    col: body.col,
    sizeX: body.sizeX,
    sizeY: body.sizeY,
    parameterMappings,
    visualizationSettings: wishes.visualizationSettings ?? {},
    series: wishes.series ?? [],
  }
}

/**
 * A whole set of tabs; those without an id of ours get one.
 * @throws {Refusal} 400 for an id that no tab of this dashboard has
 */
export const wholeTabs = async (
  ids: IdSequences,
  bodies: readonly TabBody[],
  known: readonly DashboardTab[],
): Promise<{ readonly tabs: DashboardTab[]; readonly tabIds: TabIds }> => {
  const isKnown = (id: number) => known.some((tab) => tab.id === id)
  const fresh = bodies.filter(({ id }) => !isKnown(id))
  const stranger = fresh.find(({ id }) => id > 0)
  if (stranger) throw invalid('tabs', `There is no tab ${stranger.id} on this dashboard.`)
  const drawn = await ids.take('dashboard_tab', fresh.length)
  const tabIds = new Map(fresh.map(({ id }, index) => [id, drawn[index] ?? 0]))
  return { tabs: bodies.map(({ id, name }) => ({ id: tabIds.get(id) ?? id, name })), tabIds }
}

/**
 * A whole set of cards: those that are there keep what is not said of them, the others are new.
 * @throws {Refusal} 400 for an id that no card of this dashboard has
 */
export const wholeCards = async (
  ids: IdSequences,
  bodies: readonly WholeDashcard[],
  known: readonly Dashcard[],
  tabIds: TabIds,
): Promise<Dashcard[]> => {
  const byId = new Map(known.map((card) => [card.id, card]))
  const fresh = bodies.filter(({ id }) => !byId.has(id))
  const stranger = fresh.find(({ id }) => id > 0)
  if (stranger) throw invalid('dashcards', `There is no card ${stranger.id} on this dashboard.`)
  const drawn = await ids.take('dashcard', fresh.length)
  const newIds = new Map(fresh.map((body, index) => [body, drawn[index] ?? 0]))
  return bodies.map((body) => {
    const was = byId.get(body.id)
    if (!was) return newCard(newIds.get(body) ?? 0, body, tabIds)
    const { cardId = was.cardId } = body
    return { ...was, ...said(wishesOf(body, tabIds)), cardId }
  })
}
