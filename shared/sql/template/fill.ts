import type { TagType } from '../../contract/template-tag.ts'
import { isNothing } from '../../kernel/raw.ts'
import type { ResolvedValue } from '../literal.ts'
import { type Given, type GivenParameter, givenTo } from './given.ts'
import { closedText, takesQuoted, templateOf } from './language.ts'
import type { NativeQuery } from './native-query.ts'
import type { Piece, Template } from './parse.ts'
import { invalidParameter, invalidTemplate, missingParameters } from './problems.ts'
import { displayNameOf, type Tag, type Tags, tagNamed } from './tags.ts'
import { boundValues, chosenValue, isValueTag, type ValueTag } from './value.ts'

/** Text as somebody wrote it, or the values that stand in it for a tag. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `quoted`: within a text of the engine's own language, where that is possible. */
  | {
      readonly kind: 'values'
      readonly values: readonly ResolvedValue[]
      readonly quoted: boolean
    }

/** What stands for a tag that is no value: parts of the kinds `P`. */
export type Filler<P> = (tag: Tag, it: Filling<P>) => readonly (TemplatePart | P)[]

/** Where a template is filled in. */
export type Place<P> = {
  readonly engine: string
  /** Types of tags without a filler have no place in it. */
  readonly fillers: { readonly [T in TagType]?: Filler<P> }
  /** The text of a snippet. */
  readonly snippet?: ((id: number | undefined, name: string) => string | undefined) | undefined
  /** Counts what the query is made of. @throws {Refusal} 400 once that is too much */
  readonly spend: (count: number, path: string) => void
}

/** What filling in one query goes by. */
export type Filling<P> = Place<P> & {
  readonly tags: Tags
  readonly given: Given
  /** The values of tags, by their names: one and the same wherever a tag stands. */
  readonly bound: Map<string, readonly ResolvedValue[]>
  /** Names of tags without a value; an optional part has its own. */
  readonly missing: Set<string>
  /** Those among them without which nothing runs, wherever they stand. */
  readonly required: Set<string>
  /** Names of tags that say something in what is left of the text. */
  readonly used: Set<string>
  readonly isOptional: boolean
  /** Snippets around the text. */
  readonly snippets: readonly string[]
}

export type FillOptions = {
  /** It is the query of a saved question, whose tags say which values they take. */
  readonly isSaved?: boolean
  /** It stands in another query, which has values of its own. */
  readonly isNested?: boolean
}

const mostSnippets = 10

const checkTemplate = ({ problem, placeholder }: Template, hasValues: boolean): void => {
  if (problem !== undefined) throw invalidTemplate(problem)
  if (placeholder !== undefined && hasValues)
    throw invalidTemplate(
      `The SQL has ${placeholder} where a value is to stand: write a template tag, {{name}}.`,
    )
}

export const noteMissing = (
  tag: Tag,
  { required, missing }: Pick<Filling<unknown>, 'required' | 'missing'>,
) => (tag.required ? required : missing).add(displayNameOf(tag))

const valuePart = <P>(tag: ValueTag, quoted: boolean, it: Filling<P>): readonly TemplatePart[] => {
  const value = chosenValue(tag, it.given.get(tag.name))
  if (value !== undefined) {
    const values = it.bound.get(tag.name) ?? boundValues(tag, value)
    it.bound.set(tag.name, values)
    it.spend(values.length, 'parameters')
    return [{ kind: 'values', values, quoted }]
  }
  noteMissing(tag, it)
  return []
}

const snippet = <P>(tag: Tag, it: Filling<P>): readonly (TemplatePart | P)[] => {
  const { snippetId, snippetName = tag.name } = tag
  const content = it.snippet?.(snippetId, snippetName)
  const name = JSON.stringify(snippetName)
  if (content === undefined) throw invalidTemplate(`There is no snippet ${name}.`)
  if (it.snippets.includes(snippetName)) throw invalidTemplate(`The snippet ${name} is in itself.`)
  if (it.snippets.length >= mostSnippets)
    throw invalidTemplate(`Snippets may be nested ${mostSnippets} deep.`)
  const closed = closedText(content, it.engine)
  if (closed === undefined)
    throw invalidTemplate(`The snippet ${name} has quotes or a comment without an end.`)
  const template = templateOf(closed, it.engine)
  checkTemplate(template, true)
  return fill(template.pieces, { ...it, snippets: [...it.snippets, snippetName] })
}

const fillTag = <P>(
  { name, quoted }: Extract<Piece, { kind: 'tag' }>,
  it: Filling<P>,
): readonly (TemplatePart | P)[] => {
  it.spend(1, 'native.query')
  const tag = tagNamed(name, it.tags)
  if (quoted && !(tag && isValueTag(tag) && takesQuoted(it.engine)))
    throw invalidTemplate(
      `The tag {{${name}}} stands inside quotes, where no value can be put: take it out of them.`,
    )
  if (!tag) {
    it.missing.add(name)
    return []
  }
  it.used.add(tag.name)
  if (isValueTag(tag)) return valuePart(tag, quoted, it)
  const filler = tag.type === 'snippet' ? snippet : it.fillers[tag.type]
  if (!filler)
    throw invalidTemplate(
      `The tag {{${name}}} is of a type, "${tag.type}", that has no place here.`,
    )
  return filler(tag, it)
}

/** Text counts, too, if not for much. */
const textCount = (text: string): number => 1 + Math.floor(text.length / 1_000)

const fill = <P>(pieces: readonly Piece[], it: Filling<P>): readonly (TemplatePart | P)[] =>
  pieces.flatMap((piece): readonly (TemplatePart | P)[] => {
    if (piece.kind === 'tag') return fillTag(piece, it)
    if (piece.kind === 'text') {
      it.spend(textCount(piece.text), 'native.query')
      return [piece]
    }
    const [missing, used] = [new Set<string>(), new Set<string>()]
    const parts = fill(piece.pieces, { ...it, missing, used, isOptional: true })
    if (missing.size > 0) return []
    for (const name of used) it.used.add(name)
    return parts
  })

/** @throws {Refusal} 400 where a value that binds would hold nothing back */
const refuseUnbound = (given: Given, used: ReadonlySet<string>): void => {
  for (const [name, parameters] of given)
    if (!used.has(name) && parameters.some((it) => it.isBinding && !isNothing(it.value)))
      throw invalidParameter('A value that binds has no place in this query.')
}

/**
 * A native query with what stands for each of its tags: nothing is made text yet.
 * @throws {QueryProblem} `invalid-query` for a template that cannot be read,
 * `missing-required-parameter`
 * @throws {Refusal} 400 for a value that does not fit its tag
 */
export const fillTemplate = <P>(
  { text, tags }: NativeQuery,
  parameters: readonly GivenParameter[],
  place: Place<P>,
  { isSaved = false, isNested = false }: FillOptions = {},
): readonly (TemplatePart | P)[] => {
  const given = givenTo(tags, parameters, isSaved)
  const template = templateOf(text, place.engine)
  checkTemplate(template, template.hasTags || isNested)
  const [missing, required, used] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const open = { ...place, tags, given, bound: new Map(), missing, required, used }
  const parts = fill(template.pieces, { ...open, isOptional: false, snippets: [] })
  const names = new Set([...required, ...missing])
  if (names.size > 0) throw missingParameters([...names])
  refuseUnbound(given, used)
  return parts
}
