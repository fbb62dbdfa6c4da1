import type { TagType } from '../../../shared/contract/template-tag.ts'
import type { Mbql } from '../mbql/ast.ts'
import { type Session, spendTerms } from '../mbql/resolve/session.ts'
import { openSource } from '../mbql/resolve/source.ts'
import type { NativePart, Resolved, ResolvedNative } from '../mbql/resolved.ts'
import type { ResolvedValue } from '../mbql/term.ts'
import type { NativeQuery } from '../native.ts'
import { filterPart, unitPart } from './column-tags.ts'
import { type Given, type GivenParameter, givenTo, isNothing } from './given.ts'
import { invalidParameter, invalidTemplate, missingParameters } from './problems.ts'
import { displayNameOf, type Tag, type Tags, tagNamed } from './tags.ts'
import type { Piece, Template } from './template/parse.ts'
import { closedText, takesQuoted, templateOf } from './template.ts'
import { boundValues, chosenValue, chosenValues, isValueTag } from './value.ts'

export type ResolveQuery = (query: Mbql, session: Session) => Resolved

export type NativeOptions = {
  /** It is the query of a saved question, whose tags say which values they take. */
  readonly isSaved?: boolean
  /** It stands in another query, which has values of its own. */
  readonly isNested?: boolean
}

/** What filling in one query goes by. */
type Filling = {
  readonly tags: Tags
  readonly given: Given
  readonly session: Session
  readonly resolveQuery: ResolveQuery
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

const mostSnippets = 10

/** Terms a query may be made of are counted; text counts, too, if not for much. */
const spendText = (text: string, { session }: Filling) =>
  spendTerms(session, 1 + Math.floor(text.length / 1_000), 'native.query')

const checkTemplate = ({ problem, placeholder }: Template, hasValues: boolean): void => {
  if (problem !== undefined) throw invalidTemplate(problem)
  if (placeholder !== undefined && hasValues)
    throw invalidTemplate(
      `The SQL has ${placeholder} where a value is to stand: write a template tag, {{name}}.`,
    )
}

const noteMissing = (tag: Tag, it: Filling) =>
  (tag.required ? it.required : it.missing).add(displayNameOf(tag))

const valuePart = (tag: Tag, quoted: boolean, it: Filling): readonly NativePart[] => {
  if (!isValueTag(tag)) return []
  const value = chosenValue(tag, it.given.get(tag.name))
  if (value !== undefined) {
    const values = it.bound.get(tag.name) ?? boundValues(tag, value)
    it.bound.set(tag.name, values)
    spendTerms(it.session, values.length, 'parameters')
    return [{ kind: 'values', values, quoted }]
  }
  noteMissing(tag, it)
  return []
}

const fieldFilter = (tag: Tag, it: Filling): readonly NativePart[] => {
  const chosen = chosenValues(tag, it.given.get(tag.name))
  if (chosen.length === 0 && (it.isOptional || tag.required)) noteMissing(tag, it)
  return [filterPart(tag, chosen, it.session)]
}

const temporalUnit = (tag: Tag, it: Filling): readonly NativePart[] => {
  const unit = chosenValue(tag, it.given.get(tag.name))
  if (unit === undefined && (it.isOptional || tag.required)) noteMissing(tag, it)
  return [unitPart(tag, unit, it.session)]
}

const snippet = (tag: Tag, it: Filling): readonly NativePart[] => {
  const { snippetId, snippetName = tag.name } = tag
  const { catalogue } = it.session
  const content = catalogue.snippet?.(snippetId, snippetName)
  const name = JSON.stringify(snippetName)
  if (content === undefined) throw invalidTemplate(`There is no snippet ${name}.`)
  if (it.snippets.includes(snippetName)) throw invalidTemplate(`The snippet ${name} is in itself.`)
  if (it.snippets.length >= mostSnippets)
    throw invalidTemplate(`Snippets may be nested ${mostSnippets} deep.`)
  const { engine } = catalogue.database
  const closed = closedText(content, engine)
  if (closed === undefined)
    throw invalidTemplate(`The snippet ${name} has quotes or a comment without an end.`)
  const template = templateOf(closed, engine)
  checkTemplate(template, true)
  return fill(template.pieces, { ...it, snippets: [...it.snippets, snippetName] })
}

const card = (tag: Tag, { session, resolveQuery }: Filling): readonly NativePart[] => {
  const { cardId: id } = tag
  if (id === undefined)
    throw invalidTemplate(`The tag ${JSON.stringify(tag.name)} names no saved question.`)
  const path = 'native.template-tags'
  const { source } = openSource({ kind: 'card', id, path }, session, (wish) => wish, resolveQuery)
  return source.kind === 'query' || source.kind === 'native' ? [{ kind: 'rows', source }] : []
}

type Filler = (tag: Tag, it: Filling) => readonly NativePart[]

/** Tags that are no values; no quotes can be around these. */
const fillers: { readonly [T in TagType]?: Filler } = {
  dimension: fieldFilter,
  'temporal-unit': temporalUnit,
  snippet,
  card,
}

const fillTag = (
  { name, quoted }: Extract<Piece, { kind: 'tag' }>,
  it: Filling,
): readonly NativePart[] => {
  spendTerms(it.session, 1, 'native.query')
  const tag = tagNamed(name, it.tags)
  if (quoted && !(tag && isValueTag(tag) && takesQuoted(it.session.catalogue.database.engine)))
    throw invalidTemplate(
      `The tag {{${name}}} stands inside quotes, where no value can be put: take it out of them.`,
    )
  if (!tag) {
    it.missing.add(name)
    return []
  }
  it.used.add(tag.name)
  return fillers[tag.type]?.(tag, it) ?? valuePart(tag, quoted, it)
}

const fill = (pieces: readonly Piece[], it: Filling): readonly NativePart[] =>
  pieces.flatMap((piece): readonly NativePart[] => {
    if (piece.kind === 'tag') return fillTag(piece, it)
    if (piece.kind === 'text') {
      spendText(piece.text, it)
      return [piece]
    }
    const [missing, used] = [new Set<string>(), new Set<string>()]
    const parts = fill(piece.pieces, { ...it, missing, used, isOptional: true })
    if (missing.size > 0) return []
    for (const name of used) it.used.add(name)
    return parts
  })

/** @throws {QueryProblem} where a value that binds would hold nothing back */
const refuseUnbound = (given: Given, used: ReadonlySet<string>): void => {
  for (const [name, parameters] of given)
    if (!used.has(name) && parameters.some((it) => it.isBinding && !isNothing(it.value)))
      throw invalidParameter('A value that binds has no place in this query.')
}

/**
 * A native query with what stands for each of its tags, engine-neutral: nothing is made text yet.
 * @throws {QueryProblem} `invalid-query` for a template that cannot be read, `invalid-parameter`
 * for a value that does not fit its tag, `missing-required-parameter`
 * @throws {Refusal} 400 for what is no value at all, and for a saved question that is in itself
 */
export const resolveNative = (
  { text, tags, collection }: NativeQuery,
  parameters: readonly GivenParameter[],
  session: Session,
  resolveQuery: ResolveQuery,
  { isSaved = false, isNested = false }: NativeOptions = {},
): ResolvedNative => {
  const given = givenTo(tags, parameters, isSaved)
  const template = templateOf(text, session.catalogue.database.engine)
  checkTemplate(template, template.hasTags || isNested)
  const [missing, required, used] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const parts = fill(template.pieces, {
    tags,
    given,
    session,
    resolveQuery,
    bound: new Map(),
    missing,
    required,
    used,
    isOptional: false,
    snippets: [],
  })
  const names = new Set([...required, ...missing])
  if (names.size > 0) throw missingParameters([...names])
  refuseUnbound(given, used)
  return { kind: 'native', parts, ...(collection === undefined ? {} : { collection }) }
}
