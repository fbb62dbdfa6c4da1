import type { AccessState } from '../access-state.ts'
import { isStronger, type SchemaLevel } from '../levels.ts'
import type { AccessHistory } from './access-history.ts'
import { bestOf, type Grant, grantOf, groupPath, ownerPath, type Path } from './path.ts'
import { kindOf, type Resource } from './resource.ts'

export type WhoCan = {
  /** Active users, ascending, each with the path that decides and the number of all of them. */
  readonly users: readonly {
    readonly userId: number
    readonly because: Path
    readonly ways: number
  }[]
  /** Groups that grant it, ascending. */
  readonly groups: readonly {
    readonly groupId: number
    readonly grant: Grant
    /** Active ones. */
    readonly members: number
  }[]
  /** Whose own it is, while they are active. */
  readonly ownerId: number | undefined
  /** Who has it not on the whole, but on a part. */
  readonly partly: {
    /** Active users, ascending, each with the groups that open a part. */
    readonly users: readonly { readonly userId: number; readonly groupIds: readonly number[] }[]
    /** Groups that open a part to any of them, ascending, with how many of them. */
    readonly groups: readonly { readonly groupId: number; readonly members: number }[]
  }
}

/** Active users who have no more than a part, from groups that have a part of at least `wanted`. */
const partlyOf = (
  ledger: AccessHistory['ledger'],
  state: AccessState,
  resource: Resource,
  wanted: SchemaLevel,
  hasAll: (userId: number) => boolean,
): WhoCan['partly'] => {
  const { parts, allows } = kindOf(resource)
  const isEnough = (level: SchemaLevel) => allows(level) && !isStronger(wanted, level)
  const opens = (groupId: number) => {
    for (const part of parts(ledger, groupId, resource))
      if (isEnough(part.at(state.position)?.value ?? 'none')) return true
    return false
  }
  const groupIdsOf = new Map<number, number[]>()
  const groups = state.groupIds().flatMap((groupId) => {
    const userIds = !opens(groupId)
      ? []
      : state
          .memberIdsOf(groupId)
          .filter((userId) => state.userStatus(userId) === 'active' && !hasAll(userId))
    for (const userId of userIds)
      groupIdsOf.set(userId, [...(groupIdsOf.get(userId) ?? []), groupId])
    return userIds.length > 0 ? [{ groupId, members: userIds.length }] : []
  })
  const users = [...groupIdsOf]
    .sort(([a], [b]) => a - b)
    .map(([userId, groupIds]) => ({ userId, groupIds }))
  return { users, groups }
}

/** Everybody who has at least `wanted` on a resource at a moment. Looks at each group only once. */
export const whoCan = (
  { ledger }: Pick<AccessHistory, 'ledger'>,
  state: AccessState,
  resource: Resource,
  wanted: SchemaLevel = kindOf(resource).useful,
): WhoCan => {
  const kind = kindOf(resource)
  const paths = new Map<number, Path[]>()
  const add = (userId: number, path: Path) => {
    if (state.userStatus(userId) !== 'active') return 0
    const known = paths.get(userId)
    if (known) known.push(path)
    else paths.set(userId, [path])
    return 1
  }
  const ownerId = kind.ownerId(state, resource)
  const groups = state.groupIds().flatMap((groupId) => {
    const grant = grantOf(ledger, state.position, groupId, resource, ownerId)
    if (!kind.allows(grant.level) || isStronger(wanted, grant.level)) return []
    let members = 0
    for (const userId of state.memberIdsOf(groupId))
      members += add(userId, groupPath(ledger, state.position, userId, groupId, grant))
    return [{ groupId, grant, members }]
  })
  if (ownerId !== undefined) add(ownerId, ownerPath(resource))
  const users = [...paths]
    .sort(([a], [b]) => a - b)
    .flatMap(([userId, ways]) => {
      const because = bestOf(ways)
      return because ? [{ userId, because, ways: ways.length }] : []
    })
  return {
    users,
    groups,
    ownerId: ownerId !== undefined && state.userStatus(ownerId) === 'active' ? ownerId : undefined,
    partly: partlyOf(ledger, state, resource, wanted, (userId) => paths.has(userId)),
  }
}
