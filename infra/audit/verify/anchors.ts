import { readFile, stat } from 'node:fs/promises'
import { type SignedManifest, signedManifest } from '../../../shared/audit/manifest.ts'
import { lastLine } from './lines.ts'

/** Another signed manifest that a file has to agree with. */
export type Anchor = {
  readonly kind: 'head' | 'previous'
  readonly path: string
  readonly manifest: SignedManifest
}

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
