import type { SignedManifest } from '../../../shared/audit/manifest.ts'
import { resumed } from '../accumulator.ts'
import { grown } from '../consistency.ts'
import { subtrees } from '../merkle.ts'
import type { Walk } from './walk.ts'

/** How much of a file's history could be compared with a longer one, and by what. */
export type Compared = {
  /** The first so many events. */
  readonly events: number
  readonly by: 'proof' | 'lines' | 'subtrees'
}

/** Leading events that two trees share complete subtrees of; undefined where those differ. */
const inCommon = (
  [size, frontier]: readonly [number, readonly string[]],
  [otherSize, otherFrontier]: readonly [number, readonly string[]],
): number | undefined => {
  const widths = subtrees(otherSize)
  let events = 0
  for (const [index, width] of subtrees(size).entries()) {
    if (width !== widths[index]) break
    if (frontier[index] !== otherFrontier[index]) return undefined
    events += width
  }
  return events
}

/** Whether what a manifest says was before it comes to the root that it says that had. */
const fitsItself = (manifest: SignedManifest): boolean => {
  try {
    const { count, root, previous_root: before } = manifest
    return resumed(manifest).root === before && (count > 0 || root === before)
  } catch {
    return false
  }
}

/**
 * Compares a file with a manifest of more events, by the best there is: its consistency proof, its
 * own lines where it is an export, or else the complete subtrees that both trees begin with.
 * Undefined where the two have different histories.
 * @param later the walk along the manifest's own lines, where those pass the end of the file
 */
export const comparedAhead = (
  anchor: SignedManifest,
  { size, root }: SignedManifest,
  frontier: readonly string[],
  later: Walk | undefined,
): Compared | undefined => {
  if (anchor.since?.size === size)
    return grown(size, frontier, anchor.since.path, anchor.size) === anchor.root
      ? { events: size, by: 'proof' }
      : undefined
  if (later) return later.rootAt(size) === root ? { events: size, by: 'lines' } : undefined
  if (!fitsItself(anchor)) return undefined
  const { previous_size: before, previous_frontier: beforeFrontier } = anchor
  const events = inCommon([size, frontier], [before, beforeFrontier])
  return events === undefined ? undefined : { events, by: 'subtrees' }
}
