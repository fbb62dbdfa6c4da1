import type { SignedManifest } from '../../../shared/audit/manifest.ts'
import { type Compared, comparedAhead } from './ahead.ts'
import type { Anchor } from './anchors.ts'
import { isBefore, reachesBound } from './bound.ts'
import type { Report } from './problem.ts'
import type { Walk } from './walk.ts'

/** In what way a file agrees with another manifest. */
export type Agreement =
  /** The other ends in the file, or where it begins. */
  | { readonly kind: 'reached' }
  /** The other goes on after the file, which is complete up to its `to`. */
  | {
      readonly kind: 'ahead'
      readonly compared: Compared
      /** Where the next event stands; undefined where only the manifest says that none is missing. */
      readonly next: string | undefined
    }

const counted = (events: number): string => (events === 1 ? '1 event' : `${events} events`)

const rewritten = (events: number, { kind, manifest }: Anchor): string =>
  `the first ${events} events are not the ones the ${kind} of ${manifest.created_at} signed: ` +
  'history was rewritten in between'

/** Why a file is too short for a longer history; undefined where it ends as it says. */
const whyShort = (
  { size, created_at: made }: SignedManifest,
  manifest: SignedManifest,
  later: Walk | undefined,
): string | undefined => {
  const { to, size: events } = manifest
  const next = later?.eventAfter(events)
  if (to !== null && next)
    return isBefore(next, to)
      ? `the tail is missing: event ${events}, which the head's file holds, stands at position ` +
          `${next.position}, before the end of this file (\`to\` ${to})`
      : undefined
  if (reachesBound(manifest)) return undefined
  const end = to === null ? '' : `, before the log had come to its \`to\` (${to})`
  return (
    `the tail is missing: the head, made ${made}, counts ${counted(size - events)} more than this ` +
    `file. They were cut off, or recorded after the file was made (${manifest.created_at}${end})`
  )
}

/**
 * Tells where a file and another manifest cannot both be true, and how they agree where they can.
 * @param later the walk along the other's own lines, where those pass the end of the file
 */
export const compare = (
  anchor: Anchor,
  manifest: SignedManifest,
  walk: Walk,
  later: Walk | undefined,
  report: Report,
): Agreement | undefined => {
  const { kind, manifest: other } = anchor
  const { size } = other
  if (size < manifest.previous_size) {
    const [from, to] = [size, manifest.previous_size - 1]
    report(
      `the ${kind} ends before this file begins: events ${from} to ${to} are in neither, so the two ` +
        'cannot be compared',
    )
    return undefined
  }
  if (size <= manifest.size) {
    if (walk.rootAt(size) === other.root) return { kind: 'reached' }
    report(rewritten(size, anchor))
    return undefined
  }
  if (kind === 'previous') {
    const more = counted(size - manifest.size)
    report(
      `the previous file, made ${other.created_at}, goes on for ${more} after the end of this one`,
    )
    return undefined
  }
  const compared = comparedAhead(other, manifest, walk.sum?.frontier ?? [], later)
  if (!compared) report(rewritten(manifest.size, anchor))
  const short = whyShort(other, manifest, later)
  if (short !== undefined) report(short)
  if (!compared || short !== undefined) return undefined
  return { kind: 'ahead', compared, next: later?.eventAfter(manifest.size)?.position }
}
