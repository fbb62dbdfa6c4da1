import type { KeyObject } from 'node:crypto'
import type { SignedManifest } from '../../../shared/audit/manifest.ts'
import { isSignedBy, keyIdOf, readManifest } from '../signing.ts'
import type { Anchor } from './anchors.ts'
import { type Agreement, compare } from './compare.ts'
import { lastLine, linesOf } from './lines.ts'
import { type Problem, Problems, type Report } from './problem.ts'
import { Walk } from './walk.ts'

export type Verdict = {
  /** The first of them; none in a sound file. */
  readonly problems: readonly Problem[]
  readonly problemCount: number
  /** Of events, the manifest not counted. */
  readonly lines: number
  readonly manifest: SignedManifest | undefined
  /** How the file agrees with what it was compared with. */
  readonly agreements: { [K in Anchor['kind']]?: Agreement | undefined }
}

type Options = {
  readonly publicKey: KeyObject
  readonly anchors?: readonly Anchor[]
  readonly onProgress?: (bytes: number, lines: number) => void
}

const noManifest =
  'the file does not end in a manifest: its end was cut off or altered, or something was appended'

const checkSignature = (manifest: SignedManifest, publicKey: KeyObject, what: string) => {
  if (isSignedBy(publicKey, manifest)) return undefined
  const keyId = keyIdOf(publicKey)
  return manifest.key_id === keyId
    ? `${what} was altered: its signature is not over what it says`
    : `${what} was signed by key ${manifest.key_id}, not by ${keyId}, or was altered`
}

/** What the manifest says and the lines do not. Only of use where each line follows from the last. */
const checkSum = (manifest: SignedManifest, walk: Walk, line: number, report: Report) => {
  const { first, last } = walk.positions
  const reached = walk.next ?? manifest.previous_size
  if (reached < manifest.size)
    report(
      `the events from ${reached} to ${manifest.size - 1} are missing before the manifest`,
      line,
    )
  else if (
    reached !== manifest.size ||
    manifest.count !== manifest.size - manifest.previous_size ||
    walk.sum?.root !== manifest.root ||
    walk.sum.chain !== manifest.chain ||
    walk.rootAt(manifest.previous_size) !== manifest.previous_root ||
    first !== manifest.first_position ||
    last !== manifest.last_position
  )
    report('the lines fit together, but they are not the ones the manifest was signed for', line)
}

type Checked = {
  readonly problems: Problems
  readonly manifest: SignedManifest | undefined
  readonly walk: Walk
  readonly lines: number
}

/** Checks a file against its own manifest. `sizes`: where the walk shall remember the root. */
const checkFile = async (
  path: string,
  { publicKey, onProgress = () => undefined }: Options,
  sizes: readonly number[],
): Promise<Checked> => {
  const problems = new Problems()
  const manifest = readManifest(await lastLine(path))
  const wanted = new Set([manifest?.previous_size ?? 0, ...sizes])
  const walk = new Walk(manifest, wanted, problems.report)
  let lines = 0
  let held: Parameters<Walk['take']>[0] | undefined
  for await (const line of linesOf(path)) {
    if (held) walk.take(held)
    held = line
    lines = line.number
    if (lines % 1_000 === 0) onProgress(line.endsAt, lines)
  }
  if (held && !manifest) walk.take(held)
  if (!manifest) problems.report(noManifest)
  else {
    const wrong = checkSignature(manifest, publicKey, 'the manifest')
    if (wrong) problems.report(wrong, lines)
    if (problems.count === 0) checkSum(manifest, walk, lines, problems.report)
  }
  return { problems, manifest, walk, lines }
}

/** Whether an export's own lines pass the end of a file: they then tell what came next. */
const passes = ({ kind, manifest: other }: Anchor, { size }: SignedManifest): boolean =>
  kind === 'head' && other.count > 0 && other.previous_size <= size && size < other.size

/** Compares a sound file with another manifest, which must be sound as well. */
const checkAnchor = async (
  anchor: Anchor,
  { problems, walk }: Checked,
  manifest: SignedManifest,
  options: Options,
): Promise<Agreement | undefined> => {
  const { report } = problems
  if (!passes(anchor, manifest)) return compare(anchor, manifest, walk, undefined, report)
  const later = await checkFile(anchor.path, { publicKey: options.publicKey }, [manifest.size])
  if (later.problems.count === 0) return compare(anchor, manifest, walk, later.walk, report)
  report(`the ${anchor.kind} is not what was signed itself: verify ${anchor.path} first`)
  return undefined
}

/**
 * Checks a file of evidence with nothing but a public key, and other manifests where there are any.
 * Memory does not grow with the file.
 * @throws what reading the files throws.
 */
export const verifyFile = async (path: string, options: Options): Promise<Verdict> => {
  const { publicKey, anchors = [] } = options
  const sizes = anchors.map((it) => it.manifest.size)
  const checked = await checkFile(path, options, sizes)
  const { problems, manifest, lines } = checked
  const isSound = problems.count === 0
  const agreements: Verdict['agreements'] = {}
  for (const anchor of anchors) {
    const unsigned = checkSignature(anchor.manifest, publicKey, `the ${anchor.kind}`)
    if (unsigned) problems.report(unsigned)
    // A file that is wrong in itself differs from everything, which tells nobody more.
    else if (isSound && manifest)
      agreements[anchor.kind] = await checkAnchor(anchor, checked, manifest, options)
  }
  return {
    problems: problems.kept,
    problemCount: problems.count,
    lines: manifest ? lines - 1 : lines,
    manifest,
    agreements,
  }
}
