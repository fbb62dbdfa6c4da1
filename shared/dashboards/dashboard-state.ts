import type { DashboardContent, DashboardEvent, Dashcard } from '../events/dashboard.ts'
import type { Decider, Message, Named } from '../kernel/decider.ts'

/** All there is to a dashboard at one moment. */
export type DashboardState = DashboardContent & {
  /** By id. */
  readonly dashcards: readonly Dashcard[]
  readonly creatorId: number
  /** Null stands for the root. */
  readonly collectionId: number | null
  /** Put away itself; it also is while its collection is. */
  readonly archived: boolean
  readonly enableEmbedding: boolean
  readonly embeddingParams: Dashcard['visualizationSettings'] | null
}

/** Every state a dashboard has been in; version 1 comes first. Empty: there is none. */
export type DashboardVersions = readonly DashboardState[]

type CardChanges = Named<DashboardEvent, 'DashboardChanged'>['data']['dashcards']

const withCards = (
  dashcards: readonly Dashcard[],
  changes: CardChanges,
): { dashcards?: readonly Dashcard[] } => {
  if (!changes) return {}
  const byId = new Map(dashcards.map((dashcard) => [dashcard.id, dashcard]))
  for (const id of changes.removed) byId.delete(id)
  for (const card of [...changes.added, ...changes.changed]) byId.set(card.id, card)
  return { dashcards: [...byId.values()].sort((one, other) => one.id - other.id) }
}

const said = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const next = (
  versions: DashboardVersions,
  change: (last: DashboardState) => Partial<DashboardState>,
): DashboardVersions => {
  const last = versions.at(-1)
  return last ? [...versions, { ...last, ...change(last) }] : versions
}

/** What each event makes of a dashboard. */
export const dashboardAfter: Decider<DashboardVersions, Message, DashboardEvent>['evolve'] = {
  DashboardCreated: (_, { dashboardId, ...dashboard }) => [
    { ...dashboard, archived: false, enableEmbedding: false, embeddingParams: null },
  ],
  DashboardChanged: (versions, { dashboardId, restoredTo, dashcards, ...changes }) =>
    next(versions, (last) => ({ ...said(changes), ...withCards(last.dashcards, dashcards) })),
  DashboardMoved: (versions, { to }) => next(versions, () => ({ collectionId: to })),
  DashboardEmbeddingChanged: (versions, { enabled, parameters }) =>
    next(versions, () => ({ enableEmbedding: enabled, embeddingParams: parameters })),
  DashboardDeleted: () => [],
}
