import type { SignedManifest } from '../../shared/audit/manifest.ts'
import type { Problem } from '../audit/verify/problem.ts'
import type { Verdict } from '../audit/verify/verify.ts'

const number = (value: number): string => value.toLocaleString('en-US')

const sentence = ({ line, text }: Problem): string =>
  line === undefined
    ? `  ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
    : `  Line ${number(line)} ${text}.`

/** What is wrong with a file, line by line. */
export const complaint = (path: string, { problems, problemCount }: Verdict): readonly string[] => {
  const more = problemCount - problems.length
  return [
    `${path} is NOT what was signed:`,
    ...problems.map(sentence),
    ...(more > 0 ? [`  … and ${number(more)} more.`] : []),
  ]
}

const stretch = (manifest: SignedManifest): string => {
  const { count, first_position: first, last_position: last, last_recorded_at: at } = manifest
  if (count === 0) return 'holds no events'
  const events = count === 1 ? '1 event' : `${number(count)} events`
  return `holds ${events}, from position ${first} to ${last} (${at})`
}

const limits = (withHead: boolean): readonly string[] => [
  'that what the events say is true, or that nothing happened beside the service',
  'that nobody who holds both the master key and the database wrote log and signature anew;',
  '  a head kept elsewhere (audit head) and given with --head betrays that',
  ...(withHead
    ? ['that nothing was recorded after the head it was compared with']
    : ['that nothing is missing after its last event: give a later head with --head']),
  'that the public key is the right one: get it from somebody you trust, not with the file',
]

/** What is right about a file, and what that does not prove. */
export const praise = (
  path: string,
  manifest: SignedManifest,
  compared: { readonly head: boolean; readonly previous: boolean },
): readonly string[] => [
  `${path} is what was signed.`,
  '',
  `  Events     ${stretch(manifest)}; each follows from the one before`,
  `  History    the first ${number(manifest.size)} events on access have the Merkle root`,
  `             ${manifest.root}`,
  `  Signature  Ed25519, key ${manifest.key_id}, ${manifest.created_at}`,
  ...(compared.previous ? ['  Previous   goes on where the previous file ends, or within it'] : []),
  ...(compared.head ? ['  Head       reaches it, with the same history'] : []),
  '',
  'This does not prove',
  ...limits(compared.head).map((it) => (it.startsWith('  ') ? `  ${it}` : `  - ${it}`)),
]
