import type { DashboardContent, DashboardEvent, Dashcard } from '../events/dashboard.ts'
import type { Decider, Message, Named } from '../kernel/decider.ts'
import { said } from '../kernel/said.ts'
import { firstVersion, nextVersion, type Versions } from '../kernel/versions.ts'

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

/** Every state a dashboard has been in. */
export type DashboardVersions = Versions<DashboardState>

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

/** A new dashboard. */
export const newDashboardState = ({
  dashboardId,
  ...dashboard
}: Named<DashboardEvent, 'DashboardCreated'>['data']): DashboardState => ({
  ...dashboard,
  archived: false,
  enableEmbedding: false,
  embeddingParams: null,
})

/** What each event makes of a dashboard. */
export const dashboardAfter: Decider<DashboardVersions, Message, DashboardEvent>['evolve'] = {
  DashboardCreated: (_, data) => firstVersion(newDashboardState(data)),
  DashboardChanged: (versions, { dashboardId, restoredTo, dashcards, ...changes }) =>
    nextVersion(versions, (last) => ({
      ...said(changes),
      ...withCards(last.dashcards, dashcards),
    })),
  DashboardMoved: (versions, { to }) => nextVersion(versions, () => ({ collectionId: to })),
  DashboardEmbeddingChanged: (versions, { enabled, parameters }) =>
    nextVersion(versions, () => ({ enableEmbedding: enabled, embeddingParams: parameters })),
  DashboardDeleted: () => undefined,
}
