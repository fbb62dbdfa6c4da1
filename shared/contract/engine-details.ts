import type { z } from 'zod'
import type { ConnectionDetails } from '../ports/engine-driver.ts'
import { type EngineRules, engineNames, rulesOf } from './engine-rules.ts'

/** What a secret looks like in every answer; sent back, it means "unchanged". */
export const secretMask = '**redacted**'

/** One sentence per offending key of `details`. */
export type DetailErrors = Readonly<Record<string, string>>

/** Details as they come in: JSON of unknown keys. */
export type RawDetails = Readonly<Record<string, unknown>>

export type ParsedDetails =
  | { readonly ok: true; readonly details: ConnectionDetails }
  | { readonly ok: false; readonly errors: DetailErrors }

const secretKey = 'password'

/** What clients of an engine call a key, for answers and errors. */
export const shownKey = (engine: string, key: string): string =>
  key === secretKey ? (rulesOf(engine)?.secretName ?? key) : key

export const featuresOf = (engine: string): readonly string[] => rulesOf(engine)?.features ?? []

/** Keys clients send along that have no say in the connection: dropped without a word. */
const ignored = new Set([
  'advanced-options',
  'let-user-control-scheduling',
  'json-unfolding',
  'schema-filters-type',
  'schema-filters-patterns',
])

/** Known ways to connect that do not exist here: dropped while switched off, refused otherwise. */
const unsupported = new Set([
  'additional-options',
  'ssl-use-client-auth',
  'ssl-client-cert',
  'ssl-key',
  'ssl-key-password',
  'tunnel-enabled',
])
/** Mean nothing while the tunnel is off. */
const tunnelKey = /^tunnel-(host|port|user|auth-option|pass|private-key|private-key-passphrase)$/

const isSwitchedOff = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === ''

type Sorted = { readonly known: Record<string, unknown>; readonly errors: Record<string, string> }

/** Keeps the keys of the allow-list under their own names; whatever else is set is an error. */
const sortKeys = (rules: EngineRules, given: RawDetails): Sorted => {
  const known: Record<string, unknown> = {}
  const errors: Record<string, string> = Object.create(null)
  for (const key of Object.keys(given)) {
    const value = given[key]
    const name = Object.hasOwn(rules.aliases, key) ? (rules.aliases[key] ?? key) : key
    if (Object.hasOwn(rules.schema.shape, name)) {
      if (value !== null && known[name] === undefined) known[name] = value
    } else if (unsupported.has(key) || rules.unsupported?.includes(key)) {
      if (!isSwitchedOff(value)) errors[key] = 'is not supported'
    } else if (!ignored.has(key) && !tunnelKey.test(key)) errors[key] = 'is not a known setting'
  }
  return { known, errors }
}

const fieldErrors = (
  engine: string,
  error: z.ZodError,
  found: Record<string, string>,
): DetailErrors => {
  for (const issue of error.issues) {
    const key = shownKey(engine, String(issue.path[0] ?? 'details'))
    found[key] ??= issue.message.startsWith('Invalid input')
      ? 'is missing or malformed'
      : issue.message
  }
  return found
}

/**
 * Parses details against the allow-list of their engine. The mask is no password: where one is
 * stored, use `mergeDetails`.
 */
export const parseDetails = (engine: string, given: RawDetails): ParsedDetails => {
  const rules = rulesOf(engine)
  if (!rules) return { ok: false, errors: { engine: `must be one of ${engineNames.join(', ')}` } }
  const { known, errors } = sortKeys(rules, given)
  if (known[secretKey] === secretMask) errors[shownKey(engine, secretKey)] = 'is required'
  const parsed = rules.schema.safeParse({ port: rules.defaultPort, ...known })
  if (!parsed.success)
    return { ok: false, errors: { ...fieldErrors(engine, parsed.error, errors) } }
  if (Object.keys(errors).length > 0) return { ok: false, errors: { ...errors } }
  return { ok: true, details: parsed.data }
}

export type PublicDetails = Omit<ConnectionDetails, typeof secretKey>

/** The secret apart from what may stand in an event. An empty password is none. */
export const splitDetails = (
  details: ConnectionDetails,
): { readonly details: PublicDetails; readonly secret: string | undefined } => {
  const { password, ...rest } = details
  return { details: rest, secret: password || undefined }
}

/** Details for an answer. */
export const maskedDetails = (
  engine: string,
  details: RawDetails,
  hasSecret: boolean,
): Record<string, unknown> => {
  const { [secretKey]: _secret, ...shown } = details
  return hasSecret ? { ...shown, [shownKey(engine, secretKey)]: secretMask } : shown
}

export type StoredDetails = {
  readonly engine: string
  /** Without the secret. */
  readonly details: RawDetails
  readonly hasSecret: boolean
}

export type MergedDetails =
  | {
      readonly ok: true
      /** With a password only where it is to be replaced. */
      readonly details: ConnectionDetails
      readonly secretAction: 'keep' | 'replace' | 'none'
    }
  | { readonly ok: false; readonly errors: DetailErrors }

/** With one of these changed, a stored secret could reach somebody it was not meant for. */
const destinationKeys = [
  'host',
  'port',
  'user',
  'authdb',
  'ssl',
  'ssl-mode',
  'ssl-root-cert',
] as const

const sameDestination = (before: ConnectionDetails, after: ConnectionDetails): boolean =>
  destinationKeys.every(
    (key) => String(before[key] ?? '').toLowerCase() === String(after[key] ?? '').toLowerCase(),
  )

/** Keys under one name each, so that an alias replaces what is stored under the other. */
const underOwnNames = (engine: string, given: RawDetails): RawDetails => {
  const aliases = rulesOf(engine)?.aliases ?? {}
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key,
      value,
    ]),
  )
}

/**
 * Stored details with a change on top: keys left out stay, null takes one away. The stored secret
 * is kept only for the destination it was given for.
 */
export const mergeDetails = (
  stored: StoredDetails,
  engine: string,
  change: RawDetails,
): MergedDetails => {
  const { [secretKey]: given, ...others } = underOwnNames(engine, change)
  const isSet = given !== undefined && given !== secretMask
  const merged = { ...(engine === stored.engine ? stored.details : {}), ...others }
  const parsed = parseDetails(engine, isSet ? { ...merged, [secretKey]: given } : merged)
  if (!parsed.ok) return parsed
  const { details } = parsed
  if (isSet) return { ok: true, details, secretAction: details.password ? 'replace' : 'none' }
  if (!stored.hasSecret) {
    if (given === secretMask)
      return { ok: false, errors: { [shownKey(engine, secretKey)]: 'is required' } }
    return { ok: true, details, secretAction: 'none' }
  }
  const before = parseDetails(stored.engine, stored.details)
  const isSame = engine === stored.engine && before.ok && sameDestination(before.details, details)
  if (isSame) return { ok: true, details, secretAction: 'keep' }
  return {
    ok: false,
    errors: {
      [shownKey(engine, secretKey)]: 'is required again, because the connection changes',
    },
  }
}
