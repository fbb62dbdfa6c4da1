import type { TargetTable } from '../../shared/actions/target-table.ts'
import { shownRow } from '../../shared/actions/written-row.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import type { Cell, CompiledQuery } from '../../shared/ports/engine-driver.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import { failedLookup } from '../engine/failed-lookup.ts'
import { failureOf } from '../engine/run.ts'

export type RowReading = {
  readonly connections: Connections
  readonly settings: Pick<Settings, 'get'>
}

type Wanted = {
  readonly database: DatabaseRow
  readonly query: CompiledQuery
  readonly target: TargetTable
  readonly signal: AbortSignal
}

const firstRow = async (
  { connections, settings }: RowReading,
  { database, query, target, signal }: Wanted,
): Promise<ReadonlyMap<string, Cell> | undefined> => {
  const result = await connections
    .driverOf(database.engine)
    .query(await connections.targetOf(database), query, {
      signal,
      timeoutMs: (await settings.get('query-timeout')) * 1_000,
      origin: 'compiled',
      maxRows: 1,
    })
  // By their places: a server may spell their names otherwise.
  for await (const [row] of result.batches)
    if (row) return new Map(target.columns.map(({ field }, at) => [field.name, row[at] ?? null]))
  return undefined
}

/**
 * A row of a table, read as every query is: nothing can be written by it. Undefined where there is none.
 * @throws {Refusal} 503 where the database does not answer, 400 for what it does not take
 */
export const readRow = async (
  reading: RowReading,
  wanted: Wanted,
): Promise<{ readonly [slug: string]: Json } | undefined> => {
  try {
    const row = await firstRow(reading, wanted)
    return row && shownRow(wanted.target, (name) => row.get(name))
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    throw failedLookup(failure.errorType, failure.message)
  }
}
