import type { ActionContent } from '../events/action.ts'
import { isMap } from '../kernel/raw.ts'
import { invalid } from '../kernel/refusal.ts'
import { templateOf } from '../sql/template/language.ts'
import { parseNative } from '../sql/template/native-query.ts'
import { type Piece, tagsIn } from '../sql/template/parse.ts'
import { tagNamed } from '../sql/template/tags.ts'
import { isValueTag } from '../sql/template/value.ts'

type Query = ActionContent['visualizationSettings']

const isOutside = (pieces: readonly Piece[], tag: string): boolean =>
  pieces.some((piece) => piece.kind === 'tag' && piece.name === tag)

/** A tag within quotes, where no value can be bound: none of its runs would come to anything. */
const quotedIn = (pieces: readonly Piece[]): string | undefined => {
  for (const piece of pieces) {
    if (piece.kind === 'tag' && piece.quoted) return piece.name
    const inner = piece.kind === 'optional' ? quotedIn(piece.pieces) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/**
 * SQL of an action as it is kept: tags that nobody has defined stand for texts, without which it does
 * not run.
 * @throws {Refusal} 400 for what cannot be read, and for tags that stand for anything but values
 */
export const withDefinedTags = (query: Query, engine: string): Query => {
  const path = 'dataset_query.native'
  const { text, tags } = parseNative(query.native, path)
  const { pieces, problem } = templateOf(text, engine)
  if (problem !== undefined) throw invalid(`${path}.query`, problem)
  const quoted = quotedIn(pieces)
  if (quoted !== undefined)
    throw invalid(`${path}.query`, `{{${quoted}}} stands inside quotes: take it out of them.`)
  const names = [...new Set(tagsIn(pieces))]
  for (const name of names) {
    const tag = tagNamed(name, tags)
    if (tag && !isValueTag(tag))
      throw invalid(`${path}.template-tags`, `{{${name}}} must stand for a value in an action.`)
  }
  const unsaid = names.filter((name) => !tags.has(name))
  if (unsaid.length === 0 || !isMap(query.native)) return query
  const { template_tags: other, 'template-tags': said = other, ...native } = query.native
  const defined = unsaid.map((name) => [
    name,
    { id: name, name, 'display-name': name, type: 'text', required: isOutside(pieces, name) },
  ])
  const all = { ...(isMap(said) ? said : {}), ...Object.fromEntries(defined) }
  return { ...query, native: { ...native, 'template-tags': all } } as Query
}
