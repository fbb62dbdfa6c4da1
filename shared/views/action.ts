import type { ActionType, ImplicitKind, RunOutcome, RunWay } from '../actions/kinds.ts'
import type { ActionContent, HttpTemplate } from '../events/action.ts'
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

/** Actions; their model and their database may be gone by now. */
export const actions = view(
  'actions',
  {
    id: integer(),
    name: text(),
    description: nullable(text()),
    type: text() as Column<ActionType>,
    /** Null where it belongs to no model. */
    model_id: nullable(integer()),
    /** Of implicit ones. */
    kind: nullable(text() as Column<ImplicitKind>),
    /** The table that links to it lead to. */
    table_id: nullable(integer()),
    /** Of query actions: others are about the database of their model. */
    query_database_id: nullable(integer()),
    dataset_query: nullable(json<ActionContent['visualizationSettings']>()),
    /** Of http actions, secrets masked. */
    template: nullable(json<HttpTemplate>()),
    parameters: json<ActionContent['parameters']>(),
    visualization_settings: json<ActionContent['visualizationSettings']>(),
    creator_id: integer(),
    /** Put away itself; it also is while its model is. */
    archived: boolean(),
    /** Events so far; the first one made version 1. */
    version: integer(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['model_id'], ['query_database_id']] },
)
export type ActionRow = Row<typeof actions>

/** Every run there ever was of an action, also of those that are gone. */
export const actionRuns = view(
  'action_runs',
  {
    id: text(),
    action_id: integer(),
    version: integer(),
    type: text() as Column<ActionType>,
    database_id: nullable(integer()),
    way: text() as Column<RunWay>,
    public_uuid: nullable(text()),
    /** Null where a stranger ran it. */
    user_id: nullable(integer()),
    /** Names of those that got a value. */
    parameters: json<readonly string[]>(),
    /** Null while it runs. */
    outcome: nullable(text() as Column<RunOutcome>),
    rows_affected: json<readonly number[]>(),
    duration_ms: nullable(integer()),
    problem: nullable(text()),
    started_at: instant(),
    finished_at: nullable(instant()),
  },
  { key: ['id'], indexes: [['action_id'], ['finished_at']] },
)
export type ActionRunRow = Row<typeof actionRuns>
