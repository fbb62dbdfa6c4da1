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
  return { users, groups }
}
