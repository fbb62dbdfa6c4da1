import { isWritten } from '../shared/actions/written-dialect.ts'
import type { DatabaseEvent } from '../shared/events/database.ts'
import { databases } from '../shared/views/database.ts'
import { projection } from './runtime/projection.ts'

/** Connected databases, and how far each sync has come. */
export const databaseProjection = projection<DatabaseEvent>({
  name: 'database',
  version: 3,
  onFailure: 'quarantine',
  views: [databases],
  on: {
    DatabaseConnected: (write, { data, at }) =>
      write.put(databases, {
        id: data.databaseId,
        name: data.name,
        engine: data.engine,
        details: data.details,
        secret_ref: data.secretRef,
        connection_version: at,
        is_sample: data.isSample,
        is_full_sync: data.isFullSync,
        schedules: data.schedules,
        actions_enabled: isWritten(data.engine),
        creator_id: data.creatorId,
        created_at: at,
        updated_at: at,
        synced_once: false,
        sync_requested_at: at,
        sync_served_at: null,
        sync_finished_at: null,
        sync_error: null,
        scan_requested_at: null,
        scan_served_at: null,
        dbms_version: null,
        timezone: null,
      }),

    DatabaseRenamed: (write, { data, at }) =>
      write.patch(databases, { id: data.databaseId }, { name: data.name, updated_at: at }),

    DatabaseConnectionChanged: (write, { data, at }) =>
      write.patch(
        databases,
        { id: data.databaseId },
        {
          details: data.details,
          secret_ref: data.secretRef,
          connection_version: at,
          updated_at: at,
        },
      ),

    DatabaseSyncPlanned: (write, { data, at }) =>
      write.patch(
        databases,
        { id: data.databaseId },
        { is_full_sync: data.isFullSync, schedules: data.schedules, updated_at: at },
      ),

    DatabaseActionsSwitched: (write, { data, at }) =>
      write.patch(
        databases,
        { id: data.databaseId },
        { actions_enabled: data.isOn, updated_at: at },
      ),

    SchemaSyncRequested: (write, { data, at }) =>
      write.patch(databases, { id: data.databaseId }, { sync_requested_at: at }),

    SchemaSynced: (write, { data, at }) =>
      write.patch(
        databases,
        { id: data.databaseId },
        {
          synced_once: true,
          sync_served_at: data.requestedAt,
          sync_finished_at: at,
          sync_error: null,
          dbms_version: data.dbmsVersion,
          timezone: data.timeZone,
        },
      ),

    SchemaSyncFailed: (write, { data, at }) =>
      write.patch(
        databases,
        { id: data.databaseId },
        {
          sync_served_at: data.requestedAt,
          sync_finished_at: at,
          sync_error: data.reason,
        },
      ),

    FieldValuesScanRequested: (write, { data, at }) =>
      write.patch(databases, { id: data.databaseId }, { scan_requested_at: at }),

    FieldValuesScanned: (write, { data }) =>
      write.patch(databases, { id: data.databaseId }, { scan_served_at: data.requestedAt }),

    DatabaseDeleted: (write, { data }) => write.remove(databases, { id: data.databaseId }),
  },
})
