import type { Revision } from './ledger.ts'

/** What to look for among the revisions of a graph; what is left out is not looked at. */
export type RevisionFilter<C> = {
  /** Which cells are of interest. */
  readonly isCell?: ((change: C) => boolean) | undefined
  /** Id of the user who made them. */
  readonly actorId?: number | undefined
  /** Recorded after this position, and up to that one. */
  readonly after?: bigint | undefined
  readonly upTo?: bigint | undefined
}

/** Revisions that fit, newest first, each with the cells that fit. */
export const revisionsWhere = <C>(
  revisions: readonly Revision<C>[],
  { isCell, actorId, after, upTo }: RevisionFilter<C>,
): readonly Revision<C>[] => {
  const fitting: Revision<C>[] = []
  for (let index = revisions.length - 1; index >= 0; index -= 1) {
    const revision = revisions[index]
    if (!revision) continue
    const { position, actor } = revision.since
    if (after !== undefined && position <= after) break
    if (upTo !== undefined && position > upTo) continue
    if (actorId !== undefined && !(actor.kind === 'user' && actor.id === actorId)) continue
    if (!isCell) fitting.push(revision)
    else if (revision.changes.some(isCell))
      fitting.push({ ...revision, changes: revision.changes.filter(isCell) })
  }
  return fitting
}
