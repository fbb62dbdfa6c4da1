import type { AccessState, CollectionId } from '../access-state.ts'
import { type DatabaseAccess, fullAccess, type TableAccess } from '../data-access.ts'
import { administratorsId, allUsersId } from '../default-groups.ts'
import type { CollectionLevel, SchemaLevel } from '../levels.ts'
import { type Ledger, type PairLedger, whole } from './ledger.ts'
import { countWhile, type Timeline } from './timeline.ts'

const ascending = (ids: Iterable<number>): readonly number[] => [...ids].sort((a, b) => a - b)

/** Decision P8: all there is before anybody says anything about collections. */
const initialLevel = (groupId: number, collectionId: CollectionId): CollectionLevel | undefined =>
  groupId === allUsersId && collectionId === 'root' ? 'write' : undefined

const tablesAt = (
  tables: ReadonlyMap<number, Timeline<SchemaLevel | null>>,
  position: bigint,
): TableAccess | undefined => {
  const throughout = tables.get(whole.table)?.at(position)?.value
  if (throughout) return throughout
  const levels: [string, SchemaLevel][] = []
  for (const [table, cell] of tables) {
    const level = cell.at(position)?.value
    if (level) levels.push([String(table), level])
  }
  return levels.length > 0 ? Object.fromEntries(levels) : undefined
}

const schemasAt = (pair: PairLedger, position: bigint): DatabaseAccess['schemas'] => {
  const everywhere = pair.cells.get(whole.schema)?.get(whole.table)?.at(position)?.value
  if (everywhere) return everywhere
  const schemas: [string, TableAccess][] = []
  for (const [schema, tables] of pair.cells) {
    const access = tablesAt(tables, position)
    if (access) schemas.push([schema, access])
  }
  return schemas.length > 0 ? Object.fromEntries(schemas) : 'none'
}

const isSaidOnce = (pair: PairLedger, position: bigint): boolean => {
  for (const tables of pair.cells.values())
    for (const cell of tables.values()) if (cell.at(position)) return true
  return false
}

const accessAt = (pair: PairLedger, position: bigint): DatabaseAccess | undefined => {
  const native = pair.native.at(position)
  const schemas = schemasAt(pair, position)
  // Where nothing is said now, something may have been said before.
  const isSaid = native !== undefined || schemas !== 'none' || isSaidOnce(pair, position)
  return isSaid ? { schemas, native: native?.value ?? 'none' } : undefined
}

/** A look at the ledger as it was at a moment; each answer is worked out when it is asked for. */
export const stateAt = (ledger: Ledger, position: bigint): AccessState => {
  const value = <T>(timeline: Timeline<T> | undefined): T | undefined =>
    timeline?.at(position)?.value
  const present = <T>(timelines: ReadonlyMap<number, Timeline<T | null>>): readonly number[] => {
    const ids: number[] = []
    for (const [id, timeline] of timelines) if (value(timeline)) ids.push(id)
    return ascending(ids)
  }
  const none: ReadonlyMap<number, Timeline<never>> = new Map()
  const isBefore = ({ since }: { since: { position: bigint } }) => since.position <= position
  const isThere = (timelines: ReadonlyMap<number, Timeline<unknown>>, id: number) =>
    Boolean(value(timelines.get(id)))
  const until = Number(position)
  /** How often a table came or went. */
  const turnsOf = (tableId: number): number =>
    countWhile(ledger.tables.get(tableId)?.turns ?? [], (at) => at <= until)

  return {
    position,
    revision: countWhile(ledger.revisions, isBefore),
    collectionRevision: countWhile(ledger.collectionRevisions, isBefore),
    treeRevision: countWhile(ledger.treeChanges, (at) => at <= position),
    groupIds: () => present(ledger.groups),
    groupName: (groupId) => value(ledger.groups.get(groupId)) ?? undefined,
    userIds: () => present(ledger.users),
    userStatus: (userId) => value(ledger.users.get(userId)),
    databaseIds: () => present(ledger.databases),
    databaseName: (databaseId) => value(ledger.databases.get(databaseId)) ?? undefined,
    hasActions: (databaseId) => value(ledger.actions.get(databaseId)) ?? true,
    tableIds: (databaseId) =>
      isThere(ledger.databases, databaseId)
        ? ascending((ledger.tablesOf.get(databaseId) ?? []).filter((id) => turnsOf(id) > 0))
        : [],
    table: (tableId) => {
      const turns = turnsOf(tableId)
      const table = ledger.tables.get(tableId)
      if (!table || turns === 0 || !isThere(ledger.databases, table.databaseId)) return undefined
      const { databaseId, schema, name } = table
      return { databaseId, schema, name, active: turns % 2 === 1 }
    },
    groupIdsOf: (userId) => present(ledger.groupsOf.get(userId) ?? none),
    memberIdsOf: (groupId) => present(ledger.membersOf.get(groupId) ?? none),
    membership: (groupId, userId) => value(ledger.groupsOf.get(userId)?.get(groupId)) ?? undefined,
    access: (groupId, databaseId) => {
      const pair = ledger.pairs.get(groupId)?.get(databaseId)
      // Of most pairs nothing was ever said: that is found out first.
      if (!pair && groupId !== administratorsId) return undefined
      if (!isThere(ledger.groups, groupId) || !isThere(ledger.databases, databaseId))
        return undefined
      if (groupId === administratorsId) return fullAccess
      return pair && accessAt(pair, position)
    },
    collectionIds: () => present(ledger.collections),
    collection: (collectionId) => value(ledger.collections.get(collectionId)) ?? undefined,
    collectionLevel: (groupId, collectionId) => {
      if (!isThere(ledger.groups, groupId)) return undefined
      if (groupId === administratorsId) return 'write'
      const said = value(ledger.collectionLevels.get(groupId)?.get(collectionId))
      return said ?? initialLevel(groupId, collectionId)
    },
  }
}
