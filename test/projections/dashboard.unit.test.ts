import { expect, test } from '@jest/globals'
import { dashboardProjection } from '../../projections/dashboard.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { dashboards, dashcards } from '../../shared/views/dashboard.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'
import { dashboardChanged, dashboardCreated, dashcard } from '../support/some-dashboards.ts'

const shown = (...history: readonly DomainEvent[]) => {
  const tables = projected([dashboardProjection], ...history)
  return { dashboards: tables.rows(dashboards), cards: tables.rows(dashcards) }
}

const created = dashboardCreated(3, { dashcards: [dashcard(1), dashcard(2, { cardId: null })] })

const row = {
  id: 3,
  name: 'Dashboard 3',
  description: null,
  parameters: [],
  tabs: [],
  width: 'fixed',
  auto_apply_filters: true,
  cache_ttl: null,
  collection_id: null,
  creator_id: 1,
  archived: false,
  enable_embedding: false,
  embedding_params: null,
  version: 1,
  created_at: at(1),
  updated_at: at(1),
}

const card = {
  id: 1,
  dashboard_id: 3,
  card_id: 7,
  action_id: null,
  tab_id: null,
  row: 0,
  col: 0,
  size_x: 4,
  size_y: 4,
  parameter_mappings: [],
  visualization_settings: {},
  series: [],
  created_at: at(1),
  updated_at: at(1),
}

test('a dashboard is shown with its cards as it was made', () => {
  expect(shown(created)).toEqual({
    dashboards: [row],
    cards: [card, { ...card, id: 2, card_id: null }],
  })
})

test('of a change only what is said changes; cards come, change and go', () => {
  const changed = dashboardChanged(3, {
    name: 'Sales',
    tabs: [{ id: 5, name: 'First' }],
    dashcards: {
      added: [dashcard(4, { tabId: 5, series: [8] })],
      changed: [dashcard(1, { tabId: 5, col: 6 })],
      removed: [2],
    },
  })
  expect(shown(created, changed)).toEqual({
    dashboards: [
      {
        ...row,
        name: 'Sales',
        tabs: [{ id: 5, name: 'First' }],
        version: 2,
        updated_at: at(2),
      },
    ],
    cards: [
      { ...card, tab_id: 5, col: 6, updated_at: at(2) },
      { ...card, id: 4, tab_id: 5, series: [8], created_at: at(2), updated_at: at(2) },
    ],
  })
})

test('it is put away, embedded and moved; it goes by itself or with its collection', () => {
  const moved = { type: 'DashboardMoved', data: { dashboardId: 3, from: null, to: 9 } } as const
  const embedded = {
    type: 'DashboardEmbeddingChanged',
    data: { dashboardId: 3, enabled: true, parameters: { id: 'locked' } },
  } as const
  const [after] = shown(
    created,
    moved,
    embedded,
    dashboardChanged(3, { archived: true }),
  ).dashboards
  expect(after).toMatchObject({
    collection_id: 9,
    enable_embedding: true,
    embedding_params: { id: 'locked' },
    archived: true,
    version: 4,
  })
  const deleted = { type: 'DashboardDeleted', data: { dashboardId: 3 } } as const
  expect(shown(created, deleted)).toEqual({ dashboards: [], cards: [] })
  const collectionDeleted: DomainEvent = {
    type: 'CollectionDeleted',
    data: { collectionId: 2, cascade: [9] },
  }
  expect(shown(created, moved, collectionDeleted).dashboards).toEqual([])
})
