import type { AccessState } from '../access-state.ts'
import { administratorsId } from '../default-groups.ts'
import { isStronger, mayRead, type SchemaLevel } from '../levels.ts'
import type { Ledger } from './ledger.ts'
import { kindOf, type Place, type Resource } from './resource.ts'
import { heldSince, laterOf } from './spell.ts'
import type { Moment } from './timeline.ts'

/** What a group has on a resource, and where that was said. */
export type Grant = {
  readonly level: SchemaLevel
  /** Undefined where nothing is said. */
  readonly on: Place | undefined
  /** Who said so when; undefined where it is so from the beginning, or nothing is said. */
  readonly since: Moment | undefined
  /** Without a level on the whole there is one on a part of it. */
  readonly partly: boolean
}

/** One way by which somebody may come to a resource. */
export type Path = {
  readonly through: 'administrators' | 'owner' | 'group'
  readonly groupId: number | undefined
  /** Since when, and by whom, the user is in the group. */
  readonly joined: Moment | undefined
  readonly grant: Grant
}

const nothing: Grant = { level: 'none', on: undefined, since: undefined, partly: false }

/** What holds for a group and the whole of a resource at a moment; undefined where nothing does. */
export const holdingAt = (
  ledger: Readonly<Ledger>,
  position: bigint,
  groupId: number,
  resource: Resource,
): Pick<Grant, 'level' | 'on' | 'since'> | undefined => {
  const kind = kindOf(resource)
  let isSilent = true
  for (const { on, levels } of kind.statements(ledger, groupId, resource)) {
    const said = levels?.at(position)
    if (said?.value) return { level: said.value, on, since: said.since }
    if (said) isSilent = false
  }
  const level = isSilent ? kind.atFirst(groupId, resource) : undefined
  return level && { level, on: 'collection', since: undefined }
}

/**
 * Whoever says of a part what was said of the whole, or the other way round, gives nothing: the
 * moment from which on the level is what it is, in whatever words.
 */
const givenIn = (
  ledger: Readonly<Ledger>,
  groupId: number,
  resource: Resource,
  { level, since }: Pick<Grant, 'level' | 'since'>,
): Moment | undefined => {
  let given = since
  while (given) {
    const before = holdingAt(ledger, given.position - 1n, groupId, resource)
    if (before?.level !== level) return given
    given = before.since
  }
  return undefined
}

const grantAt = (
  ledger: Readonly<Ledger>,
  position: bigint,
  groupId: number,
  resource: Resource,
): Grant => {
  const holding = holdingAt(ledger, position, groupId, resource)
  if (holding)
    return { ...holding, since: givenIn(ledger, groupId, resource, holding), partly: false }
  for (const part of kindOf(resource).parts(ledger, groupId, resource))
    if (mayRead(part.at(position)?.value ?? 'none')) return { ...nothing, partly: true }
  return nothing
}

const full = (resource: Resource): Grant => ({ ...nothing, level: kindOf(resource).everything })

/** How a group leads its members to a resource. */
export const groupPath = (
  ledger: Readonly<Ledger>,
  position: bigint,
  userId: number,
  groupId: number,
  grant: Grant,
): Path => ({
  through: groupId === administratorsId ? 'administrators' : 'group',
  groupId,
  joined: heldSince(ledger.groupsOf.get(userId)?.get(groupId), position),
  grant,
})

/** What a group has in effect: all of it for Administrators, nothing of what is somebody's own. */
export const grantOf = (
  ledger: Readonly<Ledger>,
  position: bigint,
  groupId: number,
  resource: Resource,
  ownerId: number | undefined,
): Grant => {
  if (groupId === administratorsId) return full(resource)
  return ownerId === undefined ? grantAt(ledger, position, groupId, resource) : nothing
}

export const ownerPath = (resource: Resource): Path => ({
  through: 'owner',
  groupId: undefined,
  joined: undefined,
  grant: full(resource),
})

/** Every way of a user to a resource, through each of their groups, those that lead nowhere as well. */
export const pathsOf = (
  ledger: Readonly<Ledger>,
  state: AccessState,
  userId: number,
  resource: Resource,
): readonly Path[] => {
  const { position } = state
  const ownerId = kindOf(resource).ownerId(state, resource)
  const byGroups = state.groupIdsOf(userId).map((groupId) => {
    const grant = grantOf(ledger, position, groupId, resource, ownerId)
    return groupPath(ledger, position, userId, groupId, grant)
  })
  return ownerId === userId ? [ownerPath(resource), ...byGroups] : byGroups
}

/** Since when a path leads where it leads: both its membership and its grant are there. */
export const pathSince = ({ joined, grant }: Path): Moment | undefined =>
  laterOf(joined, grant.since)

const rank: Record<Path['through'], number> = { administrators: 0, owner: 1, group: 2 }

/** Whether one path decides over another: the stronger one, else the plainer, else the older one. */
const goesFirst = (a: Path, b: Path): boolean => {
  if (a.grant.level !== b.grant.level) return isStronger(a.grant.level, b.grant.level)
  if (a.through !== b.through) return rank[a.through] < rank[b.through]
  return (pathSince(a)?.position ?? 0n) < (pathSince(b)?.position ?? 0n)
}

/** The path that decides, if there is any path. */
export const bestOf = (paths: Iterable<Path>): Path | undefined => {
  let best: Path | undefined
  for (const path of paths) if (!best || goesFirst(path, best)) best = path
  return best
}
