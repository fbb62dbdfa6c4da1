import { groupBy } from '../../../shared/kernel/group-by.ts'
import type { BackgroundReads } from '../../../shared/ports/background-reads.ts'
import type { Connections } from '../../../shared/ports/connections.ts'
import {
  type CatalogueSnapshot,
  type CatalogueTable,
  ConnectionProblem,
  QueryProblem,
} from '../../../shared/ports/engine-driver.ts'
import type { IdSequences } from '../../../shared/ports/id-sequences.ts'
import type { DatabaseRow, FieldRow, TableRow } from '../../../shared/views/database.ts'
import { tellDatabase } from '../../connected-databases.ts'
import type { Executor } from '../../execute.ts'
import { streams } from '../../streams.ts'
import { tableDecider } from './table-decider.ts'

export type SyncDependencies = {
  readonly connections: Connections
  readonly reads: BackgroundReads
  readonly ids: IdSequences
  readonly executorFor: (database: DatabaseRow) => Executor
  /** Waits until the reads can see what this executor wrote. */
  readonly settled: (executor: Executor) => Promise<void>
}

export type SyncOptions = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: { done: number; total: number }) => void
}

const keyOf = (schema: string, name: string) => JSON.stringify([schema, name])

/**
 * Reads a database's own catalogue and records what is new in it, table by table. Cut short and
 * begun again, it records only what is still missing, for each table's stream knows what it knows.
 */
export const syncSchema = async (
  dependencies: SyncDependencies,
  database: DatabaseRow,
  options: SyncOptions,
): Promise<void> => {
  const executor = dependencies.executorFor(database)
  try {
    const snapshot = await introspect(dependencies, database, options.signal)
    await observeTables(dependencies, executor, database, snapshot, options)
    await dependencies.settled(executor)
    await observeForeignKeys(dependencies, executor, database, snapshot)
    const { state } = await tellDatabase(executor, {
      type: 'FinishSync',
      data: {
        databaseId: database.id,
        dbmsVersion: snapshot.version,
        timeZone: snapshot.timeZone,
        tables: snapshot.tables.length,
        requestedAt: database.sync_requested_at,
      },
    })
    if (state.status === 'deleted') await retireTables(dependencies, executor, database.id)
  } catch (error) {
    if (options.signal.aborted) throw error
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    await tellDatabase(executor, {
      type: 'FailSync',
      data: { databaseId: database.id, reason, requestedAt: database.sync_requested_at },
    })
  }
}

/** Only what a driver says of the database is told; anything else is a bug of ours, to be logged. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ConnectionProblem || error instanceof QueryProblem ? error.message : undefined

const introspect = async (
  { connections }: SyncDependencies,
  database: DatabaseRow,
  signal: AbortSignal,
): Promise<CatalogueSnapshot> =>
  connections.driverOf(database.engine).introspect(await connections.targetOf(database), signal)

const observeTables = async (
  { reads, ids }: SyncDependencies,
  executor: Executor,
  database: DatabaseRow,
  snapshot: CatalogueSnapshot,
  { signal, onProgress }: SyncOptions,
) => {
  const databaseId = database.id
  const known = new Map<string, TableRow>()
  for (const row of await reads.tables(databaseId)) known.set(keyOf(row.schema, row.name), row)
  const fieldsOf = groupBy(await reads.fields(databaseId), (field) => field.table_id)
  const total = snapshot.tables.length
  for (const [done, seen] of snapshot.tables.entries()) {
    signal.throwIfAborted()
    onProgress({ done, total })
    const row = known.get(keyOf(seen.schema, seen.name))
    known.delete(keyOf(seen.schema, seen.name))
    const tableId = row?.id ?? (await ids.next('table'))
    const unknown = countUnknown(seen, row ? (fieldsOf.get(row.id) ?? []) : [])
    const newFieldIds = unknown === 0 ? [] : await ids.take('field', unknown)
    await executor.execute(streams.table(tableId), tableDecider, {
      type: 'ObserveTable',
      data: { tableId, databaseId, seen, newFieldIds },
    })
  }
  for (const { id: tableId } of known.values())
    await executor.execute(streams.table(tableId), tableDecider, {
      type: 'MissTable',
      data: { tableId, databaseId },
    })
  onProgress({ done: total, total })
}

/** The database was deleted while this sync went on: nobody is to see what it brought. */
const retireTables = async (
  { reads, settled }: SyncDependencies,
  executor: Executor,
  databaseId: number,
) => {
  await settled(executor)
  for (const { id: tableId } of await reads.tables(databaseId))
    await executor.execute(streams.table(tableId), tableDecider, {
      type: 'MissTable',
      data: { tableId, databaseId },
    })
}

const countUnknown = (seen: CatalogueTable, known: readonly FieldRow[]): number => {
  const names = new Set(known.map((field) => field.name))
  return seen.fields.filter((field) => !names.has(field.name)).length
}

const observeForeignKeys = async (
  { reads }: SyncDependencies,
  executor: Executor,
  database: DatabaseRow,
  snapshot: CatalogueSnapshot,
) => {
  const tables = (await reads.tables(database.id)).filter((table) => table.active)
  const fieldsOf = groupBy(await reads.fields(database.id), (field) => field.table_id)
  const byName = new Map(tables.map((table) => [keyOf(table.schema, table.name), table]))
  const idOf = (schema: string, table: string, field: string) => {
    const owner = byName.get(keyOf(schema, table))
    return owner && fieldsOf.get(owner.id)?.find((it) => it.active && it.name === field)?.id
  }
  const keysOf = groupBy(snapshot.foreignKeys, (key) => keyOf(key.schema, key.table))
  for (const table of tables) {
    const keys = keysOf.get(keyOf(table.schema, table.name)) ?? []
    const had = fieldsOf.get(table.id)?.some((field) => field.fk_target_field_id !== null)
    if (keys.length === 0 && !had) continue
    const targets = new Map<string, number>()
    for (const key of keys) {
      const target = idOf(key.targetSchema, key.targetTable, key.targetField)
      if (target !== undefined) targets.set(key.field, target)
    }
    await executor.execute(streams.table(table.id), tableDecider, {
      type: 'ObserveForeignKeys',
      data: { tableId: table.id, databaseId: database.id, targets },
    })
  }
}
