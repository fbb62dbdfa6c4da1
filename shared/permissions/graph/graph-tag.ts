import type { AccessHistory } from '../history/access-history.ts'
import type { Revision } from '../history/ledger.ts'
import { countWhile } from '../history/timeline.ts'

const groupChanges = ['GroupCreated', 'GroupRenamed', 'GroupDeleted'] as const

/**
 * Names a graph as it is right after the event at `position`: `"7"` while it is as revision 7 left
 * it, `"7.2"` after two other changes since. Two states never share a name.
 * @param implicit what changes the graph without being a revision of it
 */
const tagOf = (
  revisions: readonly Revision<unknown>[],
  implicit: ReadonlySet<string>,
  { ledger: { moments } }: AccessHistory,
  position: bigint,
): string => {
  const revision = countWhile(revisions, ({ since }) => since.position <= position)
  const left = revisions[revision - 1]?.since.position ?? 0n
  const first = countWhile(moments, (moment) => moment.position <= left)
  let changes = 0
  for (let at = first; at < moments.length; at += 1) {
    const moment = moments[at]
    if (!moment || moment.position > position) break
    if (implicit.has(moment.type)) changes += 1
  }
  return changes === 0 ? `"${revision}"` : `"${revision}.${changes}"`
}

const dataImplicit: ReadonlySet<string> = new Set([
  ...groupChanges,
  'DatabaseConnected',
  'DatabaseRenamed',
  'DatabaseDeleted',
])

/** The version of the data graph at a position, for its `ETag`. */
export const graphTag = (history: AccessHistory, position: bigint): string =>
  tagOf(history.revisions, dataImplicit, history, position)

const collectionImplicit: ReadonlySet<string> = new Set([
  ...groupChanges,
  'CollectionCreated',
  'CollectionMoved',
  'CollectionArchived',
  'CollectionRestored',
  'CollectionDeleted',
])

/** The version of the collection graph at a position, for its `ETag`. */
export const collectionGraphTag = (history: AccessHistory, position: bigint): string =>
  tagOf(history.collectionRevisions, collectionImplicit, history, position)
