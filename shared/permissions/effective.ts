import type { AccessState } from './access-state.ts'
import { type DatabaseAccess, type DataPlace, levelAt } from './data-access.ts'
import { administratorsId } from './default-groups.ts'
import { mayWrite, type NativeLevel, type SchemaLevel, strongest } from './levels.ts'

/** What several groups' rights on a database add up to: the most permissive wins (decision P6). */
export type EffectiveAccess = {
  data(place: DataPlace): SchemaLevel
  readonly native: NativeLevel
  /** Every schema and table that has a level of its own somewhere. */
  readonly parts: ReadonlyMap<string, ReadonlySet<number>>
}

/** The groups whose rights count for a user; a deactivated user has none. */
export const groupsInForce = (state: AccessState, userId: number): readonly number[] =>
  state.userStatus(userId) === 'active' ? state.groupIdsOf(userId) : []

const partsOf = (accesses: readonly DatabaseAccess[]) => {
  const parts = new Map<string, Set<number>>()
  for (const { schemas } of accesses) {
    if (typeof schemas === 'string') continue
    for (const [schema, tables] of Object.entries(schemas)) {
      const known = parts.get(schema) ?? new Set()
      parts.set(schema, known)
      if (typeof tables !== 'string') for (const id of Object.keys(tables)) known.add(Number(id))
    }
  }
  return parts
}

/** What these groups together may do with a database; nothing where there is no such thing. */
export const effectiveAccess = (
  state: AccessState,
  groupIds: readonly number[],
  databaseId: number,
): EffectiveAccess => {
  const accesses = groupIds.flatMap((groupId) => state.access(groupId, databaseId) ?? [])
  return {
    data: (place) => strongest(accesses.map((access) => levelAt(access, place))),
    native: strongest(accesses.map(({ native }) => native)),
    parts: partsOf(accesses),
  }
}

/** Whether somebody may write SQL on each of these databases. */
export const mayWriteSql = (
  state: AccessState,
  userId: number,
  databaseIds: readonly number[],
): boolean => {
  const groups = groupsInForce(state, userId)
  const hasNative = (databaseId: number) =>
    effectiveAccess(state, groups, databaseId).native === 'write'
  return groups.includes(administratorsId) || databaseIds.every(hasNative)
}

/** Whether somebody may write SQL on any database there is; an admin may before there is one. */
export const mayWriteAnySql = (state: AccessState, userId: number): boolean => {
  const groups = groupsInForce(state, userId)
  const hasNative = (databaseId: number) =>
    effectiveAccess(state, groups, databaseId).native === 'write'
  return groups.includes(administratorsId) || state.databaseIds().some(hasNative)
}

/** Whether somebody may write rows of a table (decision P6). */
export const mayWriteTable = (
  state: AccessState,
  userId: number,
  databaseId: number,
  place: DataPlace,
): boolean => {
  const groups = groupsInForce(state, userId)
  return (
    groups.includes(administratorsId) ||
    mayWrite(effectiveAccess(state, groups, databaseId).data(place))
  )
}
