import type { AccessState } from '../access-state.ts'

export type TablesState = Pick<AccessState, 'tableIds' | 'table'>

/**
 * Every schema in which a table was ever found, with the ids of those that are there now; empty for
 * a database that was never read.
 */
export type KnownTables = ReadonlyMap<string, readonly number[]>

const tablesIn = (state: TablesState, databaseId: number): KnownTables => {
  const known = new Map<string, number[]>()
  for (const id of state.tableIds(databaseId)) {
    const table = state.table(id)
    if (!table) continue
    const ids = known.get(table.schema) ?? []
    if (table.active) ids.push(id)
    known.set(table.schema, ids)
  }
  return known
}

/** Looks the tables of databases up in a state, each database once. */
export const knownTables = (state: TablesState): ((databaseId: number) => KnownTables) => {
  const found = new Map<number, KnownTables>()
  return (databaseId) => {
    const known = found.get(databaseId) ?? tablesIn(state, databaseId)
    found.set(databaseId, known)
    return known
  }
}
