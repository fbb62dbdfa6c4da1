import type { SignedManifest } from '../../shared/audit/manifest.ts'
import type { Compared } from '../audit/verify/ahead.ts'
import type { Agreement } from '../audit/verify/compare.ts'
import type { Problem } from '../audit/verify/problem.ts'
import type { Verdict } from '../audit/verify/verify.ts'

type Ahead = Extract<Agreement, { kind: 'ahead' }>

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

const partly = (events: number, size: number): string => {
  const first = events === 1 ? 'the first was' : `the first ${number(events)} were`
  const which = events === 0 ? 'none could be compared' : `${first} compared, and agree`
  return `of the ${size === 1 ? '1 event' : `${number(size)} events`} up to there ${which}`
}

const methods: Readonly<Record<Compared['by'], string>> = {
  proof: "by the head's consistency proof",
  lines: "by the later file's own lines",
  subtrees: 'a head without a proof shows no more',
}

const bound = (to: string): string => (/^\d+$/.test(to) ? `position ${to}` : to)

/** What a head says that goes on after the file: how far the two could be compared, and how. */
const ahead = (manifest: SignedManifest, { compared, next }: Ahead): readonly string[] => {
  const { to, size } = manifest
  const method = methods[compared.by]
  return [
    `goes on; this file is complete up to its \`to\` (${bound(to ?? '')}):`,
    next === undefined
      ? 'no event is missing before that, by its signed manifest'
      : `no event is missing before that: in the later file, the next one is at position ${next}`,
    ...(compared.events === size
      ? [`the history up to there is the same, ${method}`]
      : [
          `${partly(compared.events, size)}: ${method};`,
          `audit head --since ${size} makes one that shows it all`,
        ]),
  ]
}

const headFinding = (manifest: SignedManifest, agreement: Agreement): readonly string[] =>
  agreement.kind === 'ahead' ? ahead(manifest, agreement) : ['reaches it, with the same history']

const column = (title: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `  ${(index === 0 ? title : '').padEnd(11)}${line}`)

/** What nobody can tell from the file about events that are not in it. */
const missing = (head: Agreement | undefined): readonly string[] => {
  if (!head) return ['that nothing is missing after its last event: give a later head with --head']
  if (head.kind === 'reached')
    return ['that nothing was recorded after the head it was compared with']
  if (head.next !== undefined)
    return ['that nothing was recorded after the file it was compared with']
  return [
    'that nothing stood between its last event and its `to`, other than by the word of the signer:',
    '  a later export that begins where this one ends, given with --head, shows that',
  ]
}

const limits = (head: Agreement | undefined): readonly string[] => [
  'that what the events say is true, or that nothing happened beside the service',
  'that nobody who holds both the master key and the database wrote log and signature anew;',
  '  a head kept elsewhere (audit head) and given with --head betrays that',
  ...missing(head),
  'that the public key is the right one: get it from somebody you trust, not with the file',
]

/** What is right about a file, and what that does not prove. */
export const praise = (
  path: string,
  manifest: SignedManifest,
  { head, previous }: Verdict['agreements'],
): readonly string[] => [
  `${path} is what was signed.`,
  '',
  `  Events     ${stretch(manifest)}; each follows from the one before`,
  `  History    the first ${number(manifest.size)} events on access have the Merkle root`,
  `             ${manifest.root}`,
  `  Signature  Ed25519, key ${manifest.key_id}, ${manifest.created_at}`,
  ...(previous ? column('Previous', ['goes on where the previous file ends, or within it']) : []),
  ...(head ? column('Head', headFinding(manifest, head)) : []),
  '',
  'This does not prove',
  ...limits(head).map((it) => (it.startsWith('  ') ? `  ${it}` : `  - ${it}`)),
]
