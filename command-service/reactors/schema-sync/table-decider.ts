import type { SyncedField, TableEvent } from '../../../shared/events/database.ts'
import type { Decider } from '../../../shared/kernel/decider.ts'
import type { CatalogueField, CatalogueTable } from '../../../shared/ports/engine-driver.ts'
import { semanticTypeOf } from './semantic-type.ts'

type KnownField = SyncedField & { readonly active: boolean; readonly target: number | null }

/** A table as earlier syncs saw it. */
export type Table = {
  readonly status: 'unknown' | 'active' | 'retired'
  readonly kind: string
  readonly description: string | null
  readonly fields: ReadonlyMap<string, KnownField>
}

type Subject = { readonly tableId: number; readonly databaseId: number }

export type TableCommand =
  /** `newFieldIds` are spent on the fields this stream does not know yet, in their order. */
  | {
      type: 'ObserveTable'
      data: Subject & { readonly seen: CatalogueTable; readonly newFieldIds: readonly number[] }
    }
  | {
      type: 'ObserveForeignKeys'
      data: Subject & { readonly targets: ReadonlyMap<string, number> }
    }
  | { type: 'MissTable'; data: Subject }

const observed = (fieldId: number, field: CatalogueField): SyncedField => ({
  fieldId,
  name: field.name,
  position: field.position,
  databaseType: field.databaseType,
  baseType: field.baseType,
  semanticType: semanticTypeOf(field),
  nullable: field.nullable,
  primaryKey: field.primaryKey,
  description: field.description,
})

/** What tells two observations of a field apart; a foreign key's semantic type is its own matter. */
const faceOf = (field: SyncedField) =>
  JSON.stringify([
    field.position,
    field.databaseType,
    field.baseType,
    field.nullable,
    field.primaryKey,
    field.description,
  ])

const fieldChanges = (
  table: Table,
  { tableId, databaseId }: Subject,
  seen: CatalogueTable,
  newFieldIds: readonly number[],
): TableEvent[] => {
  const ids = newFieldIds.values()
  const found: SyncedField[] = []
  const changed: SyncedField[] = []
  for (const field of seen.fields) {
    const known = table.fields.get(field.name)
    if (!known) {
      const fieldId = ids.next().value
      if (fieldId === undefined) throw new Error(`no id left for field ${field.name}`)
      found.push(observed(fieldId, field))
      continue
    }
    const now = observed(known.fieldId, field)
    if (!known.active || faceOf(now) !== faceOf(known))
      changed.push(known.target === null ? now : { ...now, semanticType: known.semanticType })
  }
  const names = new Set(seen.fields.map((field) => field.name))
  const gone = [...table.fields.values()].filter((it) => it.active && !names.has(it.name))
  return [
    ...(found.length > 0
      ? [{ type: 'FieldsDiscovered', data: { tableId, databaseId, fields: found } } as const]
      : []),
    ...(changed.length > 0
      ? [{ type: 'FieldsChanged', data: { tableId, fields: changed } } as const]
      : []),
    ...(gone.length > 0
      ? [
          {
            type: 'FieldsRetired',
            data: { tableId, fieldIds: gone.map((it) => it.fieldId) },
          } as const,
        ]
      : []),
  ]
}

/** Turns what a sync sees into what is new: a second look at the same table records nothing. */
export const tableDecider: Decider<Table, TableCommand, TableEvent> = {
  initial: { status: 'unknown', kind: '', description: null, fields: new Map() },
  decide: {
    ObserveTable: ({ tableId, databaseId, seen, newFieldIds }, table) => {
      const { schema, name, kind, description } = seen
      const subject = { tableId, databaseId }
      if (table.status === 'unknown') {
        const fields = seen.fields.map((field, index) => {
          const fieldId = newFieldIds[index]
          if (fieldId === undefined) throw new Error(`no id left for field ${field.name}`)
          return observed(fieldId, field)
        })
        const data = { ...subject, schema, name, kind, description, fields }
        return [{ type: 'TableDiscovered', data }]
      }
      const described = kind === table.kind && description === table.description
      return [
        ...(table.status === 'retired'
          ? [{ type: 'TableRestored', data: { tableId } } as const]
          : []),
        ...(described
          ? []
          : [{ type: 'TableDescribed', data: { tableId, kind, description } } as const]),
        ...fieldChanges(table, subject, seen, newFieldIds),
      ]
    },
    ObserveForeignKeys: ({ tableId, targets }, table) => {
      const keys = [...table.fields.values()].flatMap((field) => {
        const target = targets.get(field.name) ?? null
        if (!field.active || target === field.target) return []
        const semanticType = target === null ? semanticTypeOf(field) : 'type/FK'
        return [{ fieldId: field.fieldId, targetFieldId: target, semanticType }]
      })
      return keys.length === 0 ? [] : [{ type: 'ForeignKeysChanged', data: { tableId, keys } }]
    },
    MissTable: ({ tableId }, table) =>
      table.status === 'active' ? [{ type: 'TableRetired', data: { tableId } }] : [],
  },
  evolve: {
    TableDiscovered: (_, { kind, description, fields }) => ({
      status: 'active',
      kind,
      description,
      fields: withFields(new Map(), fields),
    }),
    TableDescribed: (table, { kind, description }) => ({ ...table, kind, description }),
    FieldsDiscovered: (table, { fields }) => ({
      ...table,
      fields: withFields(table.fields, fields),
    }),
    FieldsChanged: (table, { fields }) => ({ ...table, fields: withFields(table.fields, fields) }),
    FieldsRetired: (table, { fieldIds }) => ({
      ...table,
      fields: mapFields(table, (field) =>
        fieldIds.includes(field.fieldId) ? { ...field, active: false } : field,
      ),
    }),
    ForeignKeysChanged: (table, { keys }) => {
      const byField = new Map(keys.map((key) => [key.fieldId, key]))
      return {
        ...table,
        fields: mapFields(table, (field) => {
          const key = byField.get(field.fieldId)
          if (!key) return field
          return { ...field, target: key.targetFieldId, semanticType: key.semanticType }
        }),
      }
    },
    TableRetired: (table) => ({ ...table, status: 'retired' }),
    TableRestored: (table) => ({ ...table, status: 'active' }),
  },
}

const withFields = (known: ReadonlyMap<string, KnownField>, fields: readonly SyncedField[]) => {
  const next = new Map(known)
  for (const field of fields)
    next.set(field.name, {
      ...field,
      active: true,
      target: known.get(field.name)?.target ?? null,
    })
  return next
}

const mapFields = (table: Table, change: (field: KnownField) => KnownField) =>
  new Map([...table.fields].map(([name, field]) => [name, change(field)]))
