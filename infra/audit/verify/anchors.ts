import { readFile, stat } from 'node:fs/promises'
import { type SignedManifest, signedManifest } from '../../../shared/audit/manifest.ts'
import { lastLine } from './lines.ts'
import type { Report } from './problem.ts'
import type { Walk } from './walk.ts'

/** Another signed manifest that a file has to agree with. */
export type Anchor = { readonly kind: 'head' | 'previous'; readonly manifest: SignedManifest }

/** A document of its own is no larger than this. */
const largestDocument = 1024 * 1024

const parse = (text: string): SignedManifest | undefined => {
  try {
    return signedManifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The manifest at the end of an export, or a head in any layout; undefined for anything else. */
export const readAnchor = async (path: string): Promise<SignedManifest | undefined> => {
  const atEnd = parse((await lastLine(path)).toString('utf8'))
  if (atEnd) return atEnd
  return (await stat(path)).size <= largestDocument
    ? parse(await readFile(path, 'utf8'))
    : undefined
}

const counted = (events: number): string => (events === 1 ? '1 event' : `${events} events`)

const tooFar: Record<Anchor['kind'], (more: string, since: string, made: string) => string> = {
  head: (more, since, made) =>
    `the tail is missing: the head, made ${since}, counts ${more} more than this file. They were ` +
    `cut off, or recorded after the file was made (${made})`,
  previous: (more, since) =>
    `the previous file, made ${since}, goes on for ${more} after the end of this one`,
}

/** Tells where a file and another manifest cannot both be true. */
export const compare = (
  { kind, manifest: anchor }: Anchor,
  manifest: SignedManifest,
  walk: Walk,
  report: Report,
): void => {
  const { size } = anchor
  if (size > manifest.size) {
    const more = counted(size - manifest.size)
    report(tooFar[kind](more, anchor.created_at, manifest.created_at))
    return
  }
  if (size < manifest.previous_size) {
    const [from, to] = [size, manifest.previous_size - 1]
    report(
      `the ${kind} ends before this file begins: events ${from} to ${to} are in neither, so the two ` +
        'cannot be compared',
    )
    return
  }
  if (walk.rootAt(size) !== anchor.root)
    report(
      `the first ${size} events are not the ones the ${kind} of ${anchor.created_at} signed: ` +
        'history was rewritten in between',
    )
}
