import {
  type DashboardState,
  type DashboardVersions,
  dashboardAfter,
} from '../../shared/dashboards/dashboard-state.ts'
import type { DashboardContent, DashboardEvent, Dashcard } from '../../shared/events/dashboard.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { found, invalid, Refusal } from '../../shared/kernel/refusal.ts'
import { said } from '../../shared/kernel/said.ts'
import { stateOf } from '../../shared/kernel/versions.ts'
import { cardChanges } from './card-changes.ts'
import { type DashboardWishes, isEqual, mergeWishes } from './merge.ts'
import { changedInPortions, createdInPortions } from './portions.ts'
import { settledOnTabs } from './tabs.ts'
import { refuseUnexamined } from './unexamined.ts'

type Created = Named<DashboardEvent, 'DashboardCreated'>['data']

/** What is to change about a card; what is left out stays as it is. */
export type CardWishes = { readonly id: number } & {
  readonly [P in keyof Omit<Dashcard, 'id'>]?: Dashcard[P] | undefined
}

/** What the dashboard was when it was decided that somebody may have this on it. */
type Examined = { readonly examined?: DashboardState | undefined }

export type DashboardCommand =
  | { type: 'CreateDashboard'; data: Created }
  | {
      type: 'ChangeDashboard'
      data: {
        dashboardId: number
        wishes: DashboardWishes
        /** The version whoever wishes it has seen; the newest one where that is not known. */
        seen?: number | undefined
      } & Examined
    }
  | { type: 'AddCard'; data: { dashboardId: number; card: Dashcard } }
  | { type: 'ChangeCards'; data: { dashboardId: number; cards: readonly CardWishes[] } & Examined }
  | { type: 'RemoveCard'; data: { dashboardId: number; dashcardId: number } }
  | { type: 'RestoreDashboard'; data: { dashboardId: number; toVersion: number } & Examined }
  | { type: 'DeleteDashboard'; data: { dashboardId: number } }

/** What a version brings back: where a dashboard stands and who may embed it is no part of that. */
const contentKeys = [
  'name',
  'description',
  'parameters',
  'tabs',
  'width',
  'autoApplyFilters',
  'cacheTtl',
] as const satisfies readonly (keyof DashboardContent)[]

const current = (versions: DashboardVersions): DashboardState =>
  found(versions?.latest, 'Dashboard')

/** A version of the past. @throws {Refusal} 404 without the dashboard, 400 without the version. */
export const versionOf = (
  versions: DashboardVersions,
  version: number,
  key = 'to_version',
): DashboardState => {
  const { version: newest } = found(versions, 'Dashboard')
  const state = stateOf(versions, version)
  if (state) return state
  throw invalid(key, `There is no version ${version}; the newest is ${newest}.`)
}

const differing = (
  now: DashboardState,
  wishes: DashboardWishes,
  keys: readonly (typeof contentKeys)[number][] | readonly ['archived'],
) =>
  Object.fromEntries(
    keys
      .filter((key) => wishes[key] !== undefined && !isEqual(wishes[key], now[key]))
      .map((key) => [key, wishes[key]]),
  )

const changed = (
  dashboardId: number,
  now: DashboardState,
  wishes: DashboardWishes,
  more: { readonly restoredTo?: number } = {},
): DashboardEvent[] => {
  const { dashcards = now.dashcards, tabs = now.tabs } = wishes
  const cards = cardChanges(now.dashcards, settledOnTabs(now, { dashcards, tabs }))
  const changes = {
    ...differing(now, wishes, contentKeys),
    ...differing(now, wishes, ['archived']),
    ...(cards && { dashcards: cards }),
  }
  if (Object.keys(changes).length === 0) return []
  return changedInPortions(changes, { dashboardId, ...more })
}

const moved = (
  dashboardId: number,
  { collectionId: from }: DashboardState,
  { collectionId: to }: DashboardWishes,
): DashboardEvent[] =>
  to === undefined || to === from
    ? []
    : [{ type: 'DashboardMoved', data: { dashboardId, from, to } }]

const embedded = (
  dashboardId: number,
  now: DashboardState,
  { enableEmbedding = now.enableEmbedding, embeddingParams = now.embeddingParams }: DashboardWishes,
): DashboardEvent[] =>
  enableEmbedding === now.enableEmbedding && isEqual(embeddingParams, now.embeddingParams)
    ? []
    : [
        {
          type: 'DashboardEmbeddingChanged',
          data: { dashboardId, enabled: enableEmbedding, parameters: embeddingParams },
        },
      ]

const changeOne = (now: DashboardState, { id, ...wishes }: CardWishes): Dashcard => {
  const card = found(
    now.dashcards.find((one) => one.id === id),
    'Dashcard',
  )
  return { ...card, ...said(wishes) }
}

/** What is put away stays as it is until it is taken back. @throws {Refusal} 404 */
const arrangeable = (versions: DashboardVersions): DashboardState => {
  const now = current(versions)
  if (now.archived) throw new Refusal('not-found', 'This dashboard is archived.')
  return now
}

/** Dashboards: every fact is a version, and any version's content can come back. */
export const dashboardDecider: Decider<DashboardVersions, DashboardCommand, DashboardEvent> = {
  initial: undefined,
  decide: {
    CreateDashboard: (data, versions) => {
      if (versions) return []
      const dashcards = settledOnTabs({ dashcards: [], tabs: [] }, data)
      return createdInPortions({ ...data, dashcards: [...dashcards] })
    },

    ChangeDashboard: ({ dashboardId, wishes, seen, examined }, versions) => {
      const now = current(versions)
      const base = seen === undefined ? now : versionOf(versions, seen, 'version')
      const merged = mergeWishes(base, now, wishes)
      const isArranged = wishes.dashcards !== undefined || wishes.tabs !== undefined
      if (isArranged && merged.archived !== false) arrangeable(versions)
      refuseUnexamined(examined, now, merged)
      return [
        ...changed(dashboardId, now, merged),
        ...moved(dashboardId, now, merged),
        ...embedded(dashboardId, now, merged),
      ]
    },

    AddCard: ({ dashboardId, card }, versions) => {
      const now = arrangeable(versions)
      return changed(dashboardId, now, { dashcards: [...now.dashcards, card] })
    },

    ChangeCards: ({ dashboardId, cards, examined }, versions) => {
      const now = arrangeable(versions)
      const byId = new Map(cards.map((wishes) => [wishes.id, changeOne(now, wishes)]))
      const dashcards = now.dashcards.map((card) => byId.get(card.id) ?? card)
      refuseUnexamined(examined, now, { dashcards })
      return changed(dashboardId, now, { dashcards })
    },

    RemoveCard: ({ dashboardId, dashcardId }, versions) => {
      const now = arrangeable(versions)
      const dashcards = now.dashcards.filter(({ id }) => id !== dashcardId)
      if (dashcards.length === now.dashcards.length)
        throw new Refusal('not-found', 'This card is not on the dashboard.')
      return changed(dashboardId, now, { dashcards })
    },

    RestoreDashboard: ({ dashboardId, toVersion, examined }, versions) => {
      const now = current(versions)
      const { dashcards, ...then } = versionOf(versions, toVersion)
      refuseUnexamined(examined, now, { dashcards, parameters: then.parameters })
      const content = Object.fromEntries(contentKeys.map((key) => [key, then[key]]))
      return changed(dashboardId, now, { ...content, dashcards }, { restoredTo: toVersion })
    },

    DeleteDashboard: (data, versions) => {
      current(versions)
      return [{ type: 'DashboardDeleted', data }]
    },
  },
  evolve: dashboardAfter,
}
