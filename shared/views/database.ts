import type { BaseType } from '../kernel/base-type.ts'
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

export const databases = view(
  'databases',
  {
    id: integer(),
    name: text(),
    engine: text(),
    /** Allow-listed details without their secrets. */
    details: json<Record<string, unknown>>(),
    /** Reference into the vault; null where the connection has no secret. */
    secret_ref: nullable(text()),
    /** Moves with every change of the connection, so pools know when to start anew. */
    connection_version: text(),
    is_sample: boolean(),
    is_full_sync: boolean(),
    schedules: json<Record<string, unknown>>(),
    /** Whether actions may write to it. */
    actions_enabled: boolean(),
    creator_id: nullable(integer()),
    created_at: instant(),
    updated_at: instant(),
    /** A sync has succeeded, so there is a schema to show. */
    synced_once: boolean(),
    dbms_version: nullable(text()),
    timezone: nullable(text()),
    sync_requested_at: instant(),
    /** The request that was served last: a sync is due while it is another one. */
    sync_served_at: nullable(instant()),
    sync_finished_at: nullable(instant()),
    sync_error: nullable(text()),
    scan_requested_at: nullable(instant()),
    scan_served_at: nullable(instant()),
  },
  { key: ['id'] },
)
export type DatabaseRow = Row<typeof databases>

export const tables = view(
  'tables',
  {
    id: integer(),
    db_id: integer(),
    /** '' where the engine has no schemas. */
    schema: text(),
    name: text(),
    display_name: text(),
    description: nullable(text()),
    kind: text() as Column<'table' | 'view'>,
    active: boolean(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['db_id']] },
)
export type TableRow = Row<typeof tables>

export const fields = view(
  'fields',
  {
    id: integer(),
    table_id: integer(),
    db_id: integer(),
    name: text(),
    display_name: text(),
    description: nullable(text()),
    database_type: text(),
    base_type: text() as Column<BaseType>,
    semantic_type: nullable(text()),
    nullable: boolean(),
    primary_key: boolean(),
    fk_target_field_id: nullable(integer()),
    position: integer(),
    active: boolean(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['table_id'], ['db_id']] },
)
export type FieldRow = Row<typeof fields>
