import type { EmbeddedValue } from '../contract/embedding-token.ts'
import type { Json } from '../kernel/json.ts'
import { invalid } from '../kernel/refusal.ts'
import { type AddressValues, fromAddress, isBlank } from './values.ts'

/** A parameter as a question or a dashboard declares it. */
export type DeclaredParameter = { readonly [key: string]: Json }

/** What is embedded, and what people may do with each of its parameters, by their slugs. */
export type Embeddable = {
  readonly parameters: readonly DeclaredParameter[]
  readonly embedding_params: { readonly [slug: string]: Json } | null
}

export type TokenValues = Readonly<Record<string, EmbeddedValue>>

type Status = 'disabled' | 'enabled' | 'locked'

/** A parameter and what it is given; null: nothing, also not its default. */
export type GivenParameter = {
  readonly parameter: DeclaredParameter
  readonly value: EmbeddedValue
  /** By the token: whoever visits cannot do without it. */
  readonly isFixed: boolean
}

/** What keeps rows of an embedded thing back. */
export type Locks = {
  /** Those the token alone may set. */
  readonly locked: readonly DeclaredParameter[]
  /**
   * Locked is what the thing does not have any more, or something locked or enabled has the id of
   * another parameter: then nothing keeps its rows back.
   */
  readonly isBroken: boolean
}

/** What is left of a request once it is through the gate. */
export type Admitted = Locks & {
  readonly given: readonly GivenParameter[]
  /** Those that visitors may see and set: enabled, not set by the token, and told from all others. */
  readonly open: readonly DeclaredParameter[]
}

/** What a parameter is called in tokens and addresses. */
export const slugOf = ({ slug, name, id }: DeclaredParameter): string => String(slug ?? name ?? id)

const statusIn =
  ({ parameters, embedding_params: rules }: Embeddable) =>
  (slug: string): Status => {
    const isThere = parameters.some((one) => slugOf(one) === slug)
    const status = rules && Object.hasOwn(rules, slug) ? rules[slug] : 'disabled'
    // What is locked stays so when the parameter is gone: tokens go on saying it.
    return status === 'locked' || (status === 'enabled' && isThere) ? status : 'disabled'
  }

/** Those that say something. */
const said = <V extends EmbeddedValue | AddressValues[string]>(
  values: Readonly<Record<string, V>>,
): ReadonlyMap<string, V> => new Map(Object.entries(values).filter(([, value]) => !isBlank(value)))

/** @throws {Refusal} 400 for what may not be said where it is, or has to be said and is not */
const refuseBreaches = (
  statusOf: (slug: string) => Status,
  locked: readonly string[],
  inToken: ReadonlyMap<string, unknown>,
  inAddress: ReadonlyMap<string, unknown>,
): void => {
  for (const slug of inToken.keys())
    if (statusOf(slug) === 'disabled')
      throw invalid(`token.params.${slug}`, 'The token may not set this parameter.')
  for (const slug of inAddress.keys())
    if (statusOf(slug) !== 'enabled' || inToken.has(slug))
      throw invalid(slug, 'This parameter cannot be set in the address.')
  if (!locked.every((slug) => inToken.has(slug)))
    throw invalid('token.params', 'The token does not set all parameters that are locked.')
}

const lockedIn = ({ embedding_params: rules }: Embeddable): readonly string[] =>
  Object.entries(rules ?? {}).flatMap(([slug, status]) => (status === 'locked' ? [slug] : []))

/** Whether an id is that of several parameters: what is said of one would be said of the others. */
const isRepeated = (parameters: readonly DeclaredParameter[], { id }: DeclaredParameter): boolean =>
  typeof id === 'string' && parameters.filter((other) => other.id === id).length > 1

/** Whether a slug is that of a parameter, or of several, that runs can tell from all others. */
const isWhole = (parameters: readonly DeclaredParameter[], slug: string): boolean => {
  const own = parameters.filter((one) => slugOf(one) === slug)
  const isAlone = (one: DeclaredParameter) =>
    typeof one.id === 'string' && !isRepeated(parameters, one)
  return own.length > 0 && own.every(isAlone)
}

const withStatus = (thing: Embeddable, wanted: Status): readonly DeclaredParameter[] => {
  const statusOf = statusIn(thing)
  return thing.parameters.filter((one) => statusOf(slugOf(one)) === wanted)
}

/** What keeps rows back where a thing is embedded, whatever a token says. */
export const locksOf = (thing: Embeddable): Locks => {
  const { parameters } = thing
  const isUnclear =
    withStatus(thing, 'enabled').some((one) => isRepeated(parameters, one)) ||
    lockedIn(thing).some((slug) => !isWhole(parameters, slug))
  return { locked: withStatus(thing, 'locked'), isBroken: isUnclear }
}

/**
 * The one rule of signed embedding (decision E3): what a token and an address may say, and what comes
 * of it. A visitor learns of no parameter that is not theirs to set, by name or by refusal.
 * @throws {Refusal} 400
 */
export const admit = (thing: Embeddable, token: TokenValues, address: AddressValues): Admitted => {
  const { parameters } = thing
  const statusOf = statusIn(thing)
  const locked = lockedIn(thing)
  const [inToken, inAddress] = [said(token), said(address)]
  refuseBreaches(statusOf, locked, inToken, inAddress)

  const valueFor = (one: DeclaredParameter): EmbeddedValue | undefined => {
    const slug = slugOf(one)
    if (inToken.has(slug)) return inToken.get(slug)
    if (statusOf(slug) !== 'enabled' || !Object.hasOwn(address, slug)) return undefined
    return fromAddress(one.type, inAddress.get(slug) ?? '')
  }
  const distinct = withStatus(thing, 'enabled').filter((one) => !isRepeated(parameters, one))
  return {
    given: parameters.flatMap((parameter) => {
      const value = valueFor(parameter)
      const isFixed = inToken.has(slugOf(parameter))
      return value === undefined ? [] : [{ parameter, value, isFixed }]
    }),
    open: distinct.filter((one) => !inToken.has(slugOf(one))),
    ...locksOf(thing),
  }
}
