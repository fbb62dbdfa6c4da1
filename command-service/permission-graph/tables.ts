import type { TableEvent } from '../../shared/events/database.ts'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'

type Place = { readonly databaseId: number; readonly schema: string }
type Discovered = Named<TableEvent, 'TableDiscovered'>

/** Where a table is; it never moves. Whether it is still there is no matter: it may come back. */
const tablePlace: Decider<Place | undefined, never, Discovered> = {
  initial: undefined,
  decide: {},
  evolve: { TableDiscovered: (_, { databaseId, schema }) => ({ databaseId, schema }) },
}

/** Tables looked up at once: the log has others to serve. */
const atOnce = 8

const lookUp = async (executor: Executor, tableIds: readonly number[]) => {
  const places = new Map<number, Place | undefined>()
  for (let from = 0; from < tableIds.length; from += atOnce)
    await Promise.all(
      tableIds.slice(from, from + atOnce).map(async (id) => {
        const { state } = await executor.load(streams.table(id), tablePlace)
        places.set(id, state)
      }),
    )
  return places
}

/** @throws {Refusal} 400 for rights on a table that is not in that schema of that database. */
export const checkTables = async (
  executor: Executor,
  changes: readonly GraphChange[],
): Promise<void> => {
  const cells = changes.flatMap((change) =>
    change.right === 'data' && change.table !== undefined && change.to !== null
      ? [{ ...change, table: change.table, schema: change.schema ?? '' }]
      : [],
  )
  const places = await lookUp(executor, [...new Set(cells.map(({ table }) => table))])
  for (const { group, database, schema, table } of cells) {
    const place = places.get(table)
    if (place?.databaseId === database && place.schema === schema) continue
    const path = `groups.${group}.${database}.data.schemas.${schema}.${table}`
    throw invalid(path, `There is no table ${table} in this schema of database ${database}.`)
  }
}
