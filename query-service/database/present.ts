import type { DatabaseRecord, Schedules } from '../../shared/contract/database-records.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { TablesDone } from '../../shared/ports/sync-progress.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'

export type DatabasePresenter = {
  /** Features of an engine. */
  readonly featuresOf: (engine: string) => readonly string[]
  /** Details as an admin may see them: what is secret shows as a mask. */
  readonly mask: (engine: string, details: Record<string, unknown>, hasSecret: boolean) => unknown
}

/** A sync was asked for and has not ended. */
export const isSyncDue = (row: DatabaseRow): boolean => row.sync_served_at !== row.sync_requested_at

const syncStatus = (row: DatabaseRow, progress: TablesDone | undefined): DatabaseRecord['sync'] => {
  const times = { requested_at: row.sync_requested_at, finished_at: row.sync_finished_at }
  if (isSyncDue(row))
    return progress ? { status: 'running', ...progress, ...times } : { status: 'waiting', ...times }
  if (row.sync_error !== null) return { status: 'failed', error: row.sync_error, ...times }
  return { status: 'done', ...times }
}

const initialSyncStatus = (row: DatabaseRow): DatabaseRecord['initial_sync_status'] => {
  if (row.synced_once) return 'complete'
  return row.sync_error === null ? 'incomplete' : 'aborted'
}

/** A connected database as admins see it, with the progress of the sync under way, if one is. */
export const presentDatabase = (
  row: DatabaseRow,
  presenter: DatabasePresenter,
  progress: TablesDone | undefined,
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
  sync: syncStatus(row, progress),
})
