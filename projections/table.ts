import type { DatabaseEvent, SyncedField, TableEvent } from '../shared/events/database.ts'
import { humanize } from '../shared/kernel/humanize.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { fields, tables } from '../shared/views/database.ts'
import { projection } from './runtime/projection.ts'

type Owner = { tableId: number; databaseId: number }

const putFields = (write: Writer, owner: Owner, found: readonly SyncedField[], at: string) => {
  for (const field of found)
    write.put(fields, {
      id: field.fieldId,
      table_id: owner.tableId,
      db_id: owner.databaseId,
      name: field.name,
      display_name: humanize(field.name),
      ...syncedColumns(field),
      fk_target_field_id: null,
      active: true,
      created_at: at,
      updated_at: at,
    })
}

const syncedColumns = (field: SyncedField) => ({
  description: field.description,
  database_type: field.databaseType,
  base_type: field.baseType,
  semantic_type: field.semanticType,
  nullable: field.nullable,
  primary_key: field.primaryKey,
  position: field.position,
})

/** Tables and fields as the last sync saw them. */
export const tableProjection = projection<TableEvent | DatabaseEvent>({
  name: 'table',
  version: 1,
  onFailure: 'quarantine',
  views: [tables, fields],
  on: {
    TableDiscovered: (write, { data, at }) => {
      write.put(tables, {
        id: data.tableId,
        db_id: data.databaseId,
        schema: data.schema,
        name: data.name,
        display_name: humanize(data.name),
        description: data.description,
        kind: data.kind,
        active: true,
        created_at: at,
        updated_at: at,
      })
      putFields(write, data, data.fields, at)
    },

    TableDescribed: (write, { data, at }) =>
      write.patch(
        tables,
        { id: data.tableId },
        { kind: data.kind, description: data.description, updated_at: at },
      ),

    FieldsDiscovered: (write, { data, at }) => putFields(write, data, data.fields, at),

    FieldsChanged: (write, { data, at }) => {
      for (const field of data.fields)
        write.patch(
          fields,
          { id: field.fieldId },
          { ...syncedColumns(field), active: true, updated_at: at },
        )
    },

    FieldsRetired: (write, { data, at }) => {
      for (const id of data.fieldIds) write.patch(fields, { id }, { active: false, updated_at: at })
    },

    ForeignKeysChanged: (write, { data, at }) => {
      for (const { fieldId, targetFieldId, semanticType } of data.keys)
        write.patch(
          fields,
          { id: fieldId },
          { fk_target_field_id: targetFieldId, semantic_type: semanticType, updated_at: at },
        )
    },

    TableRetired: (write, { data, at }) =>
      write.patch(tables, { id: data.tableId }, { active: false, updated_at: at }),

    TableRestored: (write, { data, at }) =>
      write.patch(tables, { id: data.tableId }, { active: true, updated_at: at }),

    DatabaseDeleted: (write, { data }) => {
      write.removeWhere(tables, { db_id: data.databaseId })
      write.removeWhere(fields, { db_id: data.databaseId })
    },
  },
})
