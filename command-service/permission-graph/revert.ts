import type { BodyOf } from '../../shared/contract/endpoint.ts'
import type * as contract from '../../shared/contract/permission-history.ts'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { noAccess } from '../../shared/permissions/data-access.ts'
import { changesBetween } from '../../shared/permissions/graph/merge.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { changedCells } from '../../shared/permissions/history/changed-cells.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { Executor } from '../execute.ts'
import { appendRevision, checkSize, stale } from '../graph-revisions.ts'
import { trialOf } from './trial.ts'

/** The revision to bring back, the newest one there is, and why. */
export type Reversion = BodyOf<typeof contract.revertGraph>

/**
 * What leads back. Groups and databases that are gone cannot get anything back; about a pair that
 * nothing had been said of, `none` is said: what was once said is never unsaid (decision P4).
 */
const changesBack = ({ ledger }: AccessHistory, now: AccessState, then: AccessState) => {
  const seen = new Set<string>()
  const changes: GraphChange[] = []
  for (const { change } of changedCells(ledger, now.position, then.position)) {
    const { group, database } = change
    const key = `${group}/${database}`
    if (seen.has(key)) continue
    seen.add(key)
    const had = now.access(group, database)
    if (had) changes.push(...changesBetween(change, had, then.access(group, database)))
  }
  return changes
}

/** The present with the rights of back then, as far as groups and databases are still there. */
const stateBack = (now: AccessState, then: AccessState): AccessState => ({
  ...now,
  access: (groupId, databaseId) =>
    now.access(groupId, databaseId) && (then.access(groupId, databaseId) ?? noAccess),
})

const lookBack = async (accessHistories: AccessHistories, { to_revision }: Reversion) => {
  const history = await accessHistories.current()
  const now = history.at()
  const position = to_revision > now.revision ? undefined : history.positionOfRevision(to_revision)
  if (position === undefined)
    throw invalid(
      'to_revision',
      `There is no revision ${to_revision}; the newest is ${now.revision}.`,
    )
  const then = history.at(position)
  const changes = changesBack(history, now, then)
  checkSize(changes)
  return { now, then, changes }
}

/** What bringing an earlier revision back would do, told instead of done. */
export const tryRevert = async (accessHistories: AccessHistories, reversion: Reversion) => {
  const { now, then, changes } = await lookBack(accessHistories, reversion)
  if (reversion.revision !== now.revision) throw stale(now.revision)
  return trialOf(now, stateBack(now, then), changes)
}

/**
 * Brings the rights of an earlier revision back, as a new revision; answers its number.
 * @throws {Refusal} 400 for a revision there never was, 409 `stale-revision`
 */
export const revert = async (
  executor: Executor,
  accessHistories: AccessHistories,
  reversion: Reversion,
): Promise<number> => {
  const { now, changes } = await lookBack(accessHistories, reversion)
  const { revision, to_revision: revertedTo, comment = null } = reversion
  if (revision < 0 || revision > now.revision) throw stale(now.revision)
  await appendRevision(executor, 'PermissionsGraphRevised', revision, {
    changes,
    comment,
    revertedTo,
  })
  return revision + 1
}
