import type { DatabaseRecord, Schedules } from '../../shared/contract/database-records.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'

export type SyncProgress = { readonly done: number; readonly total: number }

export type DatabasePresenter = {
  /** Features of an engine. */
  readonly featuresOf: (engine: string) => readonly string[]
  /** Details as an admin may see them: what is secret shows as a mask. */
  readonly mask: (engine: string, details: Record<string, unknown>, hasSecret: boolean) => unknown
  /** Of the sync under way in this process, if one is. */
  readonly syncProgress: (databaseId: number) => SyncProgress | undefined
}

const isDue = (row: DatabaseRow) => row.sync_served_at !== row.sync_requested_at

const syncStatus = (
  row: DatabaseRow,
  progress: SyncProgress | undefined,
): DatabaseRecord['sync'] => {
  const times = { requested_at: row.sync_requested_at, finished_at: row.sync_finished_at }
  if (progress) return { status: 'running', ...progress, ...times }
  if (isDue(row)) return { status: 'waiting', ...times }
  if (row.sync_error !== null) return { status: 'failed', error: row.sync_error, ...times }
  return { status: 'done', ...times }
}

const initialSyncStatus = (row: DatabaseRow): DatabaseRecord['initial_sync_status'] => {
  if (row.synced_once) return 'complete'
  return row.sync_error === null ? 'incomplete' : 'aborted'
}

/** A connected database as admins see it. */
export const presentDatabase = (
  row: DatabaseRow,
  presenter: DatabasePresenter,
): DatabaseRecord => ({
  id: row.id,
  name: row.name,
  engine: row.engine,
  details: presenter.mask(row.engine, row.details, row.secret_ref !== null) as Record<string, Json>,
  features: [...presenter.featuresOf(row.engine)],
  created_at: row.created_at,
  updated_at: row.updated_at,
  is_sample: row.is_sample,
  is_full_sync: row.is_full_sync,
  schedules: row.schedules as Schedules,
  settings: { 'database-enable-actions': row.actions_enabled },
  timezone: row.timezone,
  dbms_version: row.dbms_version,
  creator_id: row.creator_id,
  description: null,
  native_permissions: 'write',
  initial_sync_status: initialSyncStatus(row),
  sync: syncStatus(row, presenter.syncProgress(row.id)),
})
