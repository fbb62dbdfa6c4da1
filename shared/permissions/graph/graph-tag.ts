import type { AccessHistory } from '../history/access-history.ts'
import { countWhile } from '../history/timeline.ts'

/** What changes the graph without being a revision of it. */
const implicit: ReadonlySet<string> = new Set([
  'GroupCreated',
  'GroupRenamed',
  'GroupDeleted',
  'DatabaseConnected',
  'DatabaseRenamed',
  'DatabaseDeleted',
])

/**
 * Names the graph as it is right after the event at `position`: `"7"` while it is as revision 7 left
 * it, `"7.2"` after two changes of groups or databases since. Two states never share a name.
 */
export const graphTag = (
  { revisions, ledger: { moments } }: AccessHistory,
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
