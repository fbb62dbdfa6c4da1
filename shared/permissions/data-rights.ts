import type { DataGrantRow, NativeGrantRow } from '../views/grant.ts'
import { whole } from './history/ledger.ts'
import { mayRead } from './levels.ts'

/** What a user's groups add up to: the most permissive grant wins (decision P6). */
export type DataRights = {
  /** Structured queries on this table. */
  mayQueryTable(table: { db_id: number; schema: string; id: number }): boolean
  mayRunNative(databaseId: number): boolean
  /** Something in this database may be queried. */
  maySeeDatabase(databaseId: number): boolean
}

const everything: DataRights = {
  mayQueryTable: () => true,
  mayRunNative: () => true,
  maySeeDatabase: () => true,
}

/** Rights of whoever holds these grants; an admin needs none. */
export const dataRightsOf = (
  isSuperuser: boolean,
  data: readonly DataGrantRow[],
  native: readonly NativeGrantRow[],
): DataRights => {
  if (isSuperuser) return everything
  const granted = new Set<string>()
  for (const grant of data)
    if (mayRead(grant.level)) granted.add(`${grant.database_id} ${grant.schema} ${grant.table_id}`)
  const databases = new Set(
    data.filter((grant) => mayRead(grant.level)).map((grant) => grant.database_id),
  )
  const writers = new Set(
    native.filter((grant) => grant.level === 'write').map((grant) => grant.database_id),
  )
  return {
    mayQueryTable: ({ db_id, schema, id }) =>
      granted.has(`${db_id} ${whole.schema} ${whole.table}`) ||
      granted.has(`${db_id} ${schema} ${whole.table}`) ||
      granted.has(`${db_id} ${schema} ${id}`),
    mayRunNative: (databaseId) => writers.has(databaseId),
    maySeeDatabase: (databaseId) => databases.has(databaseId) || writers.has(databaseId),
  }
}
