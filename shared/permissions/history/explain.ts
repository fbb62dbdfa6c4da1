import type { AccessState } from '../access-state.ts'
import { isStronger, type SchemaLevel } from '../levels.ts'
import type { AccessHistory } from './access-history.ts'
import { lastLoss } from './loss.ts'
import { bestOf, type Path, pathsOf } from './path.ts'
import { kindOf, type Resource } from './resource.ts'
import type { Moment } from './timeline.ts'

/**
 * What a path adds: it decides; would do just as well; gives less than the one that decides; leads
 * to a part only; or leads nowhere.
 */
export type Standing = 'decides' | 'as-good' | 'weaker' | 'partly' | 'nothing'

export type Explanation = {
  readonly userId: number
  readonly resource: Resource
  readonly allowed: boolean
  /** What the user may do with it in effect; `none` while deactivated. */
  readonly level: SchemaLevel
  /** Not on the whole, but on a part of it. */
  readonly partly: boolean
  /** Set while the account is deactivated: since when, and by whom. */
  readonly deactivated: Moment | undefined
  /** Whose own the resource is, if anybody's. */
  readonly ownerId: number | undefined
  /** The path that decides; undefined where none leads there. */
  readonly because: Path | undefined
  readonly paths: readonly ExplainedPath[]
}

export type ExplainedPath = Path & {
  readonly standing: Standing
  /** Who took it away from the group when, where there was something and is nothing any more. */
  readonly lost: Moment | undefined
}

const standingOf = (path: Path, because: Path | undefined, resource: Resource): Standing => {
  if (path === because) return 'decides'
  if (!kindOf(resource).allows(path.grant.level)) return path.grant.partly ? 'partly' : 'nothing'
  return because && isStronger(because.grant.level, path.grant.level) ? 'weaker' : 'as-good'
}

/** Why a user may, or may not, use a resource at a moment; every path of theirs with what it adds. */
export const explain = (
  { ledger }: Pick<AccessHistory, 'ledger'>,
  state: AccessState,
  userId: number,
  resource: Resource,
): Explanation => {
  const kind = kindOf(resource)
  const paths = pathsOf(ledger, state, userId, resource)
  const best = bestOf(paths)
  const because = best && kind.allows(best.grant.level) ? best : undefined
  const isActive = state.userStatus(userId) === 'active'
  const deactivated = isActive ? undefined : ledger.users.get(userId)?.at(state.position)?.since
  const ownerId = kind.ownerId(state, resource)
  const lostBy = ({ groupId, grant }: Path) =>
    groupId === undefined || ownerId !== undefined || kind.allows(grant.level)
      ? undefined
      : lastLoss(ledger, state.position, groupId, resource)
  return {
    userId,
    resource,
    allowed: isActive && because !== undefined,
    level: isActive && best ? best.grant.level : 'none',
    partly: isActive && !because && paths.some(({ grant }) => grant.partly),
    deactivated,
    ownerId,
    because,
    paths: paths.map((path) => ({
      ...path,
      standing: standingOf(path, because, resource),
      lost: lostBy(path),
    })),
  }
}
