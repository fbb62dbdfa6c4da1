import { numericTypes, textTypes } from '../../shared/kernel/base-type.ts'
import type { BackgroundReads } from '../../shared/ports/background-reads.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import { ConnectionProblem, QueryProblem } from '../../shared/ports/engine-driver.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import { statisticsOf } from '../../shared/statistics/index.ts'
import type { DatabaseRow, FieldRow, TableRow } from '../../shared/views/database.ts'
import { tellDatabase } from '../connected-databases.ts'
import type { Executor } from '../execute.ts'

export type ScanDependencies = {
  readonly connections: Connections
  readonly reads: BackgroundReads
  readonly fieldValues: FieldValues
  readonly executorFor: (database: DatabaseRow) => Executor
}

/** More distinct values than this are not a list anybody picks from. */
const mostValues = 1_000
/** A list is kept up to so many characters altogether. */
const mostCharacters = 100_000
/** One field may take this long; a slower one has no list. */
const timeoutMs = 20_000

/** Keys and long texts are searched for, not picked; temporal fields have calendars. */
const hasList = (field: FieldRow): boolean =>
  field.active &&
  !['type/PK', 'type/FK', 'type/Description', 'type/Comment'].includes(field.semantic_type ?? '') &&
  (textTypes.has(field.base_type) ||
    field.base_type === 'type/Boolean' ||
    (numericTypes.has(field.base_type) && field.semantic_type === 'type/Category'))

const distinctValues = async (
  { connections }: ScanDependencies,
  database: DatabaseRow,
  table: TableRow,
  field: FieldRow,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const place = { schema: table.schema, table: table.name, field: field.name }
  const query = statisticsOf(database.engine).distinctValues(place, mostValues + 1)
  const target = await connections.targetOf(database)
  const result = await connections.driverOf(database.engine).query(target, query, {
    signal,
    timeoutMs,
    origin: 'compiled',
    maxRows: mostValues + 1,
  })
  const values: string[] = []
  for await (const batch of result.batches)
    for (const [cell] of batch) if (typeof cell === 'string') values.push(cell)
  return values
}

/** MySQL tells a distinct bit as a number. */
const isTrue = (text: string): boolean => text === 'true' || text === '1'

const asValue = (field: FieldRow, text: string): string | number | boolean => {
  if (field.base_type === 'type/Boolean') return isTrue(text)
  return numericTypes.has(field.base_type) ? Number(text) : text
}

/** Reads the values of one field and keeps them; false where they make no list. */
const scanField = async (
  dependencies: ScanDependencies,
  database: DatabaseRow,
  table: TableRow,
  field: FieldRow,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    const texts = await distinctValues(dependencies, database, table, field, signal)
    const values = texts.slice(0, mostValues)
    if (values.reduce((sum, text) => sum + text.length, 0) > mostCharacters) return false
    const shown = values.map((text) => asValue(field, text))
    await dependencies.fieldValues.put(database.id, field.id, shown, texts.length > mostValues)
    return true
  } catch (error) {
    // A field that is too slow or not readable simply has no list.
    if (!(error instanceof QueryProblem)) throw error
    signal.throwIfAborted()
    return false
  }
}

/** Scans every field people may want to pick from; undefined when the database is out of reach. */
const scanFields = async (
  dependencies: ScanDependencies,
  database: DatabaseRow,
  signal: AbortSignal,
): Promise<readonly number[] | undefined> => {
  const { reads } = dependencies
  const tables = new Map((await reads.tables(database.id)).map((table) => [table.id, table]))
  const kept: number[] = []
  for (const field of (await reads.fields(database.id)).filter(hasList)) {
    signal.throwIfAborted()
    const table = tables.get(field.table_id)
    if (!table?.active) continue
    try {
      if (await scanField(dependencies, database, table, field, signal)) kept.push(field.id)
    } catch (error) {
      if (error instanceof ConnectionProblem) return undefined
      throw error
    }
  }
  return kept
}

/** Reads the distinct values of a database's fields; those that are no list any more are let go. */
export const scanFieldValues = async (
  dependencies: ScanDependencies,
  database: DatabaseRow,
  signal: AbortSignal,
): Promise<void> => {
  const { fieldValues, executorFor } = dependencies
  const kept = await scanFields(dependencies, database, signal)
  if (kept) await fieldValues.retain(database.id, kept)
  const { changed } = await tellDatabase(executorFor(database), {
    type: 'FinishValuesScan',
    data: {
      databaseId: database.id,
      fields: kept?.length ?? 0,
      requestedAt: database.scan_requested_at ?? database.created_at,
    },
  })
  // It was deleted meanwhile, and its values with it, up to those read since.
  if (!changed) await fieldValues.discard(database.id)
}
