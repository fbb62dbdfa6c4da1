import { dashboardColumns, dashcardColumns } from '../shared/dashboards/dashboard-columns.ts'
import { newDashboardState } from '../shared/dashboards/dashboard-state.ts'
import type { CollectionTreeEvent } from '../shared/events/collection.ts'
import type { DashboardEvent, Dashcard } from '../shared/events/dashboard.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { type DashboardRow, dashboards, dashcards } from '../shared/views/dashboard.ts'
import { type Fact, projection } from './runtime/projection.ts'

const patch = (
  write: Writer,
  id: number,
  { at, revision }: Fact<unknown>,
  change: Partial<DashboardRow>,
) => write.patch(dashboards, { id }, { ...change, version: revision + 1, updated_at: at })

const add = (write: Writer, dashboardId: number, cards: readonly Dashcard[], at: string) => {
  for (const card of cards)
    write.put(dashcards, {
      ...dashcardColumns(card),
      id: card.id,
      dashboard_id: dashboardId,
      created_at: at,
      updated_at: at,
    })
}

/**
 * Dashboards and what stands on them, as they are now. They go with their collection; their cards
 * are then never read again, since nothing leads to them.
 */
export const dashboardProjection = projection<DashboardEvent | CollectionTreeEvent>({
  name: 'dashboard',
  version: 2,
  onFailure: 'quarantine',
  views: [dashboards, dashcards],
  on: {
    DashboardCreated: (write, { data, at, revision }) => {
      write.put(dashboards, {
        ...(dashboardColumns(newDashboardState(data)) as DashboardRow),
        id: data.dashboardId,
        version: revision + 1,
        created_at: at,
        updated_at: at,
      })
      add(write, data.dashboardId, data.dashcards, at)
    },

    DashboardChanged: (write, fact) => {
      const { dashboardId, restoredTo, dashcards: cards, ...changes } = fact.data
      patch(write, dashboardId, fact, dashboardColumns(changes))
      for (const id of cards?.removed ?? []) write.remove(dashcards, { id })
      add(write, dashboardId, cards?.added ?? [], fact.at)
      for (const card of cards?.changed ?? [])
        write.patch(dashcards, { id: card.id }, { ...dashcardColumns(card), updated_at: fact.at })
    },

    DashboardMoved: (write, fact) =>
      patch(write, fact.data.dashboardId, fact, { collection_id: fact.data.to }),

    DashboardEmbeddingChanged: (write, fact) =>
      patch(write, fact.data.dashboardId, fact, {
        enable_embedding: fact.data.enabled,
        embedding_params: fact.data.parameters,
      }),

    DashboardDeleted: (write, { data }) => {
      write.remove(dashboards, { id: data.dashboardId })
      write.removeWhere(dashcards, { dashboard_id: data.dashboardId })
    },

    CollectionDeleted: (write, { data }) => {
      for (const id of [data.collectionId, ...data.cascade])
        write.removeWhere(dashboards, { collection_id: id })
    },
  },
})
