import { statisticsOf } from '../../shared/statistics/index.ts'
import type { DatabaseRow, FieldRow, TableRow } from '../../shared/views/database.ts'
import { failedLookup } from '../engine/failed-lookup.ts'
import type { Asked, Prepared } from '../engine/prepare/prepared.ts'
import { failureOf, openStream, type RunDependencies } from '../engine/run.ts'

export type FieldCounts = { readonly count: number; readonly distincts: number }

/** A field and where it lives. */
export type FieldPlace = {
  readonly database: DatabaseRow
  readonly table: TableRow
  readonly field: FieldRow
}

const countingQuery = ({ database, table, field }: FieldPlace, asked: Asked): Prepared => {
  const place = { schema: table.schema, table: table.name, field: field.name }
  return {
    database,
    compiled: statisticsOf(database.engine).counts(place),
    origin: 'compiled',
    rowLimit: { rows: 1 },
    columns: undefined,
    reads: { table: table.id, cards: [], tables: [table.id] },
    asked,
    isShown: true,
  }
}

/** In words for the one who asked; some types, e.g. json, have no notion of distinct values. */
const refusalOf = (error: unknown): unknown => {
  const failure = failureOf(error)
  if (!failure) return error
  return failedLookup(failure.errorType, failure.message)
}

/**
 * How many values a field has, and how many distinct ones, counted by its database.
 * @throws {Refusal} when the database cannot say.
 */
export const countField = async (
  dependencies: RunDependencies,
  place: FieldPlace,
  asked: Asked,
  signal: AbortSignal,
): Promise<FieldCounts> => {
  try {
    const { batches } = await openStream(dependencies, countingQuery(place, asked), {
      signal,
      context: 'field-summary',
    })
    for await (const [row] of batches)
      return { count: Number(row?.[0] ?? 0), distincts: Number(row?.[1] ?? 0) }
    return { count: 0, distincts: 0 }
  } catch (error) {
    throw refusalOf(error)
  }
}
