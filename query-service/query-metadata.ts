import type { QueryMetadata } from '../shared/contract/dataset.ts'
import type { DataRights } from '../shared/permissions/data-rights.ts'
import type { FieldValues } from '../shared/ports/field-values.ts'
import type { DatabaseRow } from '../shared/views/database.ts'
import type { Views } from './context.ts'
import { activeFields, activeTables, foreignTargets, withFields } from './metadata.ts'

export type MetadataDependencies = {
  readonly fieldValues: FieldValues
  readonly featuresOf: (engine: string) => readonly string[]
}

/** What there is to say about a query that nobody may build on. */
export const noMetadata: QueryMetadata = {
  databases: [],
  tables: [],
  fields: [],
  fks: [],
  cards: [],
  snippets: [],
  dashboards: [],
}

/** A database as far as one may ask it: its tables, their fields, and where keys lead. */
export const describeDatabase = async (
  views: Views,
  { fieldValues, featuresOf }: MetadataDependencies,
  { id, name, engine, is_sample }: DatabaseRow,
  rights: DataRights,
): Promise<QueryMetadata> => {
  const tables = (await activeTables(views, id)).filter(rights.mayQueryTable)
  const fields = await activeFields(
    views,
    tables.map((table) => table.id),
  )
  const targets = await foreignTargets(views, fields, rights)
  const cached = await fieldValues.known(fields.map((field) => field.id))
  const described = withFields(tables, fields, targets, cached)
  return {
    ...noMetadata,
    databases: [{ id, name, engine, is_sample, features: [...featuresOf(engine)] }],
    tables: described,
    fields: described.flatMap((table) => table.fields),
    fks: fields.flatMap((field) => {
      const target = targets.get(field.fk_target_field_id ?? 0)
      if (!target) return []
      return [
        {
          origin_id: field.id,
          origin_table_id: field.table_id,
          destination_id: target.id,
          destination_table_id: target.table_id,
        },
      ]
    }),
  }
}
