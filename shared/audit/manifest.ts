import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
const count = z.int().min(0)
const position = z.string().regex(/^\d{1,19}$/, 'must be a position')

export const evidenceFormat = 'analytics-service-evidence/1'

/**
 * What a file of evidence is about, as it is signed. "The first n" are the first n events of
 * `types` in the whole log, exported or not; the tree over them is that of RFC 6962, section 2.1.
 */
export const manifestContent = z.strictObject({
  format: z.literal(evidenceFormat),
  created_at: z.iso.datetime(),
  /** What was asked for, `from` included and `to` not: positions or times; null is no bound. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** How far the log went when this was made. */
  log_position: position,
  types: z.array(z.string()),
  /** Events in this file, and where they stand in the log. */
  count,
  first_position: position.nullable(),
  last_position: position.nullable(),
  last_recorded_at: z.iso.datetime().nullable(),
  /** The first `previous_size`: those before this file. The frontier are the roots of the
   * complete subtrees they fall into, largest first: enough to go on from. */
  previous_size: count,
  previous_root: hash,
  previous_chain: hash,
  previous_frontier: z.array(hash),
  /** The first `size`: those up to the end of this file. */
  size: count,
  root: hash,
  chain: hash,
  /**
   * Only in a head, where it was asked for: that its history goes on from the first so many events
   * (RFC 6962, section 2.1.2). The path are the roots of the complete subtrees that the events
   * after those fall into, leftmost first: with the frontier of the former they make the root.
   */
  since: z.strictObject({ size: count, path: z.array(hash) }).optional(),
  key_id: z.string(),
})
export type ManifestContent = z.infer<typeof manifestContent>

/** Ed25519 over the canonical JSON of all other members, in base64. */
export const signedManifest = manifestContent.extend({ signature: z.base64() })
export type SignedManifest = z.infer<typeof signedManifest>
