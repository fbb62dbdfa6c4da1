import { isClause, isMap, isNothing, token } from '../../kernel/raw.ts'
import type { RawParameter } from '../parameter.ts'
import { invalidParameter } from './problems.ts'
import { displayNameOf, type Tag, type Tags } from './tags.ts'

/** One of a request's `parameters`, as it was received. */
export type GivenParameter = RawParameter & {
  readonly id?: string | undefined
  /** It keeps rows back from whoever asks: a query in which it says nothing does not run. */
  readonly isBinding?: boolean | undefined
}

/** The parameters for each tag, by its name. */
export type Given = ReadonlyMap<string, readonly GivenParameter[]>

/** `["variable" | "dimension", ["template-tag", name | {id}]]` → the name or the id. */
const aimedAt = (target: unknown): { name?: string; id?: string } => {
  if (!isClause(target)) return {}
  const [, tag] = target
  if (!isClause(tag) || token(tag[0]) !== 'template-tag') return {}
  const [, which] = tag
  if (typeof which === 'string') return { name: which }
  return isMap(which) && typeof which.id === 'string' ? { id: which.id } : {}
}

/**
 * The tag a parameter is for: the one it aims at, or else the one whose id it has; a tag without an
 * id has its name as one.
 */
export const tagOf = ({ id, target }: GivenParameter, tags: readonly Tag[]): Tag | undefined => {
  const aim = aimedAt(target)
  const isAimedAt = (tag: Tag) =>
    aim.name !== undefined ? tag.name === aim.name : aim.id !== undefined && tag.id === aim.id
  return tags.find(isAimedAt) ?? tags.find((tag) => id !== undefined && (tag.id ?? tag.name) === id)
}

/**
 * Types of parameters whose values a tag takes beside those of its own type: where one value is
 * looked for, it may be called by what it is chosen from.
 */
const exact = ['id', 'category', 'none'] as const
const texts = [
  'text',
  'string/=',
  'location/city',
  'location/state',
  'location/zip_code',
  'location/country',
  ...exact,
]
const numbers = ['number', 'number/=', ...exact]
const days = ['date', 'date/single', ...exact]
const truths = ['boolean', 'boolean/=', ...exact]

const taken: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', texts],
  ['string/=', texts],
  ['number', numbers],
  ['number/=', numbers],
  ['date', [...days, 'date/all-options']],
  ['date/single', days],
  ['boolean', truths],
  ['boolean/=', truths],
  ['id', [...numbers, ...texts]],
  ['category', [...numbers, ...texts, ...truths]],
  ['location/city', texts],
  ['location/state', texts],
  ['location/zip_code', texts],
  ['location/country', texts],
])

/** Whether a saved question's tag takes the values of a parameter of this type. */
const takes = (tag: Tag, type: string | undefined): boolean => {
  const own = tag.type === 'dimension' ? (tag.widget ?? 'none') : tag.type
  if (type === undefined || type === own || own === 'none') return true
  if (own === 'date/all-options' && /^date(?:\/|$)/.test(type)) return true
  return taken.get(own)?.includes(type) ?? false
}

/**
 * Which parameter is for which tag.
 * @param isSaved the query is that of a saved question, whose tags say what they take
 * @throws {Refusal} 400 for a value that is for no tag: rows it was meant to leave out are never
 * answered
 */
export const givenTo = (
  tags: Tags,
  parameters: readonly GivenParameter[],
  isSaved: boolean,
): Given => {
  const given = new Map<string, GivenParameter[]>()
  const all = [...tags.values()]
  for (const parameter of parameters) {
    const tag = tagOf(parameter, all)
    const name = String(parameter.id ?? aimedAt(parameter.target).name ?? '')
    if (!tag) {
      if (isNothing(parameter.value)) continue
      throw invalidParameter(`The query has no tag for the parameter ${JSON.stringify(name)}.`)
    }
    if (isSaved && !isNothing(parameter.value) && !takes(tag, parameter.type))
      throw invalidParameter(
        `${JSON.stringify(displayNameOf(tag))} takes no values of type "${parameter.type}".`,
      )
    given.set(tag.name, [...(given.get(tag.name) ?? []), parameter])
  }
  return given
}
