import type { GraphChange } from '../../events/permission-graph.ts'
import type { Revision } from './ledger.ts'

/** What to look for among revisions; what is left out is not looked at. */
export type RevisionFilter = {
  readonly groupId?: number | undefined
  readonly databaseId?: number | undefined
  /** Id of the user who made them. */
  readonly actorId?: number | undefined
  /** Recorded after this position, and up to that one. */
  readonly after?: bigint | undefined
  readonly upTo?: bigint | undefined
}

/** Revisions that fit, newest first, each with the cells that fit. */
export const revisionsWhere = (
  revisions: readonly Revision<GraphChange>[],
  { groupId, databaseId, actorId, after, upTo }: RevisionFilter,
): readonly Revision<GraphChange>[] => {
  const isCell = (change: GraphChange) =>
    (groupId === undefined || change.group === groupId) &&
    (databaseId === undefined || change.database === databaseId)
  const asksForCells = groupId !== undefined || databaseId !== undefined
  const fitting: Revision<GraphChange>[] = []
  for (let index = revisions.length - 1; index >= 0; index -= 1) {
    const revision = revisions[index]
    if (!revision) continue
    const { position, actor } = revision.since
    if (after !== undefined && position <= after) break
    if (upTo !== undefined && position > upTo) continue
    if (actorId !== undefined && !(actor.kind === 'user' && actor.id === actorId)) continue
    if (!asksForCells) fitting.push(revision)
    else if (revision.changes.some(isCell))
      fitting.push({ ...revision, changes: revision.changes.filter(isCell) })
  }
  return fitting
}
