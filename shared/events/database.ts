import { z } from 'zod'
import { baseTypes } from '../kernel/base-type.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const scheduleSet = z.record(z.string(), z.json())

export const databaseEvents = {
  DatabaseConnected: eventType(
    z.object({
      databaseId: id,
      name: z.string(),
      engine: z.string(),
      /** Allow-listed and without secrets. */
      details: z.record(z.string(), z.json()),
      secretRef: z.string().nullable(),
      isSample: z.boolean(),
      isFullSync: z.boolean(),
      schedules: scheduleSet,
      creatorId: id.nullable(),
    }),
  ),
  DatabaseRenamed: eventType(z.object({ databaseId: id, name: z.string() })),
  DatabaseConnectionChanged: eventType(
    z.object({
      databaseId: id,
      details: z.record(z.string(), z.json()),
      secretRef: z.string().nullable(),
    }),
  ),
  DatabaseSyncPlanned: eventType(
    z.object({ databaseId: id, isFullSync: z.boolean(), schedules: scheduleSet }),
  ),
  DatabaseActionsSwitched: eventType(z.object({ databaseId: id, isOn: z.boolean() }), {
    takesAccess: true,
  }),
  SchemaSyncRequested: eventType(z.object({ databaseId: id })),
  SchemaSynced: eventType(
    z.object({
      databaseId: id,
      dbmsVersion: z.string(),
      timeZone: z.string().nullable(),
      tables: z.int().min(0),
      /** The request this sync began with; one that came while it ran is still due. */
      requestedAt: z.string(),
    }),
  ),
  SchemaSyncFailed: eventType(
    z.object({ databaseId: id, reason: z.string(), requestedAt: z.string() }),
  ),
  FieldValuesScanRequested: eventType(z.object({ databaseId: id })),
  FieldValuesScanned: eventType(
    z.object({ databaseId: id, fields: z.int().min(0), requestedAt: z.string() }),
  ),
  FieldValuesDiscarded: eventType(z.object({ databaseId: id })),
  DatabaseDeleted: eventType(z.object({ databaseId: id }), { takesAccess: true }),
}
export type DatabaseEvent = EventOf<typeof databaseEvents>

const syncedField = z.object({
  fieldId: id,
  name: z.string(),
  position: z.int().min(0),
  databaseType: z.string(),
  baseType: z.enum(baseTypes),
  semanticType: z.string().nullable(),
  nullable: z.boolean(),
  primaryKey: z.boolean(),
  description: z.string().nullable(),
})
export type SyncedField = z.infer<typeof syncedField>

const syncedTable = z.object({
  kind: z.enum(['table', 'view']),
  description: z.string().nullable(),
})

/** What a sync found out about one table: only what changed since the last one. */
export const tableEvents = {
  TableDiscovered: eventType(
    z.object({
      tableId: id,
      databaseId: id,
      schema: z.string(),
      name: z.string(),
      ...syncedTable.shape,
      fields: z.array(syncedField),
    }),
  ),
  TableDescribed: eventType(z.object({ tableId: id, ...syncedTable.shape })),
  FieldsDiscovered: eventType(
    z.object({ tableId: id, databaseId: id, fields: z.array(syncedField) }),
  ),
  FieldsChanged: eventType(z.object({ tableId: id, fields: z.array(syncedField) })),
  FieldsRetired: eventType(z.object({ tableId: id, fieldIds: z.array(id) })),
  ForeignKeysChanged: eventType(
    z.object({
      tableId: id,
      keys: z.array(
        z.object({
          fieldId: id,
          targetFieldId: id.nullable(),
          semanticType: z.string().nullable(),
        }),
      ),
    }),
  ),
  TableRetired: eventType(z.object({ tableId: id })),
  TableRestored: eventType(z.object({ tableId: id })),
}
export type TableEvent = EventOf<typeof tableEvents>
