import type { DashboardContent, Dashcard } from '../events/dashboard.ts'
import {
  boolean,
  type Column,
  instant,
  integer,
  json,
  nullable,
  type Row,
  text,
  view,
} from './view.ts'

export const dashboards = view(
  'dashboards',
  {
    id: integer(),
    name: text(),
    description: nullable(text()),
    parameters: json<DashboardContent['parameters']>(),
    tabs: json<DashboardContent['tabs']>(),
    width: text() as Column<DashboardContent['width']>,
    auto_apply_filters: boolean(),
    cache_ttl: nullable(integer()),
    /** Null stands for the root. */
    collection_id: nullable(integer()),
    creator_id: integer(),
    /** Put away itself; it also is while its collection is. */
    archived: boolean(),
    enable_embedding: boolean(),
    embedding_params: nullable(json<Dashcard['visualizationSettings']>()),
    /** Events so far; the first one made version 1. */
    version: integer(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['collection_id']] },
)
export type DashboardRow = Row<typeof dashboards>

/** What stands on dashboards; the saved question or the dashboard itself may be gone by now. */
export const dashcards = view(
  'dashcards',
  {
    id: integer(),
    dashboard_id: integer(),
    card_id: nullable(integer()),
    action_id: nullable(integer()),
    tab_id: nullable(integer()),
    row: integer(),
    col: integer(),
    size_x: integer(),
    size_y: integer(),
    parameter_mappings: json<Dashcard['parameterMappings']>(),
    visualization_settings: json<Dashcard['visualizationSettings']>(),
    /** Ids of saved questions. */
    series: json<Dashcard['series']>(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['dashboard_id'], ['card_id']] },
)
export type DashcardRow = Row<typeof dashcards>
