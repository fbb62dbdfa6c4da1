import type { CardContent } from '../events/card.ts'
import type { Json } from '../kernel/json.ts'

type Parameter = CardContent['parameters'][number]
type Members = { readonly [key: string]: Json }

/** The type of the parameter that a tag of this type makes; other tags take no values. */
const parameterTypes: ReadonlyMap<string, string> = new Map([
  ['text', 'string/='],
  ['number', 'number/='],
  ['date', 'date/single'],
  ['boolean', 'boolean/='],
  ['temporal-unit', 'temporal-unit'],
])

const onColumns: ReadonlySet<Json> = new Set(['dimension', 'temporal-unit'])

/** Names that say by themselves that a tag stands for a saved question or for a snippet. */
const sourceName = /^(?:#\d|snippet:)/

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of what may be an object, their keys as the reference spells them, without nulls. */
const membersOf = (value: Json | undefined): Members =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {})
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key.toLowerCase().replaceAll('_', '-'), member]),
  )

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const typeOf = ({ type = 'text', ...tag }: Members): string | undefined => {
  if (type !== 'dimension') return parameterTypes.get(String(type))
  const widget = textOf(tag['widget-type'])
  return widget === 'none' ? undefined : widget
}

const parameterOf = (name: string, definition: Json): readonly Parameter[] => {
  const tag = membersOf(definition)
  const type = sourceName.test(name) ? undefined : typeOf(tag)
  if (type === undefined) return []
  const aim = onColumns.has(tag.type ?? 'text') ? 'dimension' : 'variable'
  return [
    {
      id: textOf(tag.id) ?? name,
      type,
      target: [aim, ['template-tag', name]],
      name: textOf(tag['display-name']) ?? name,
      slug: name,
      required: tag.required === true,
      ...(tag.default !== undefined && { default: tag.default }),
      ...(tag.options !== undefined && { options: tag.options }),
    },
  ]
}

/** One for each tag of SQL that takes values; what makes no sense is refused elsewhere. */
export const tagParameters = ({ type, native }: CardContent['query']): readonly Parameter[] => {
  const tags = type === 'native' ? membersOf(native)['template-tags'] : undefined
  return Object.entries(isObject(tags) ? tags : {}).flatMap(([name, tag]) => parameterOf(name, tag))
}

/** The tag a parameter aims at, by its name or its id; undefined where it aims at something else. */
const aimOf = ({ target }: Parameter): Json | undefined => {
  const [, tag] = Array.isArray(target) ? target : []
  const [head, which] = Array.isArray(tag) ? tag : []
  if (head !== 'template-tag') return undefined
  return isObject(which) ? which.id : which
}

const isAbout = (one: Parameter, { id, slug }: Parameter): boolean => {
  const aim = aimOf(one)
  return aim !== undefined && (aim === slug || aim === id)
}

/**
 * The parameters of a saved question: those its client says it has, and those its tags make. Where
 * both speak of one, the tag is right; what aims at a tag that is not there is left out.
 */
export const withTagParameters = (
  query: CardContent['query'],
  said: readonly Parameter[],
): Parameter[] => {
  const made = tagParameters(query)
  const partnerOf = (parameter: Parameter) =>
    said.find(({ id }) => id === parameter.id) ?? said.find((one) => isAbout(one, parameter))
  const tagOf = new Map(made.map((parameter) => [partnerOf(parameter), parameter]))
  const kept = said.flatMap((one) => {
    const parameter = tagOf.get(one)
    if (parameter) return [{ ...one, ...parameter }]
    const isOfAny = made.some((other) => isAbout(one, other))
    return isOfAny || aimOf(one) === undefined ? [one] : []
  })
  const isKept = (parameter: Parameter) => {
    const partner = partnerOf(parameter)
    return partner !== undefined && tagOf.get(partner) === parameter
  }
  return [...kept, ...made.filter((parameter) => !isKept(parameter))]
}
