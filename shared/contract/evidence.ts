import { z } from 'zod'
import { signedManifest } from '../audit/manifest.ts'
import type { Bound } from '../ports/evidence.ts'
import { timeOf } from './as-of.ts'
import { downloadAs, endpoint } from './endpoint.ts'

const admin = { side: 'query', access: 'admin', tag: 'Audit' } as const

/** Undefined for what is neither a position nor a time. */
const parse = (text: string): Bound | undefined => {
  if (/^\d{1,18}$/.test(text)) return { position: BigInt(text) }
  const time = timeOf(text)
  return time === undefined ? undefined : { time }
}

/** An end of a stretch of the log, as text. */
export const bound = z.string().transform((text, context): Bound => {
  const parsed = parse(text)
  if (parsed) return parsed
  context.addIssue('must be a position, or a time such as 2026-01-31T12:00:00Z or 2026-01-31')
  return z.NEVER
})

/** A number of events, as text. */
export const size = z
  .string()
  .regex(/^\d{1,10}$/, 'must be the size that a manifest states')
  .transform(Number)

export const evidenceType = 'application/x-ndjson'

export const exportEvidence = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/audit/export',
  rate: 'query',
  summary:
    'All that bears on access, from `from` (included) to `to` (not included), as signed JSON lines',
  query: z.object({ from: bound.optional(), to: bound.optional() }),
  response: downloadAs(evidenceType),
})

export const getEvidenceHead = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/audit/head',
  rate: 'query',
  summary:
    'Where the evidence stands now, signed; kept elsewhere, it betrays a later change. With `since`, ' +
    'the `size` of an earlier manifest, it proves that the history goes on from there',
  query: z.object({ since: size.optional() }),
  response: signedManifest,
})

export const getEvidenceKey = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/audit/public-key',
  rate: 'metadata',
  summary: 'The Ed25519 key that evidence is checked with',
  response: z.object({ key_id: z.string(), public_key: z.string() }),
})
