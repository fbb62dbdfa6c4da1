import { isNothing } from '../kernel/raw.ts'
import type { Lexicon } from '../sql/lexicon.ts'
import { type Piece, parseTemplate } from '../sql/template/parse.ts'

/** By the names of tags. Undefined, null, the empty text and the empty list are no value. */
export type Values = Readonly<Record<string, unknown>>

/** A text with its values in place, told apart from what its author wrote. */
export type Stretch =
  | { readonly kind: 'text'; readonly text: string }
  /** `quoted`: inside quotes of the language the text is in. */
  | {
      readonly kind: 'value'
      readonly name: string
      readonly value: unknown
      readonly quoted: boolean
    }

/** Of a text in no language: nothing in it is quoted. */
export const plainLexicon: Lexicon = { spans: [], placeholder: '' }

/**
 * The template with these values, optional parts left out where a tag of their own has none. `missing`
 * takes the names of tags outside of them that have none.
 */
export const stretchesOf = (
  pieces: readonly Piece[],
  values: Values,
  missing: Set<string>,
): readonly Stretch[] =>
  pieces.flatMap((piece): readonly Stretch[] => {
    if (piece.kind === 'text') return [piece]
    if (piece.kind === 'optional') {
      const missed = new Set<string>()
      const stretches = stretchesOf(piece.pieces, values, missed)
      return missed.size === 0 ? stretches : []
    }
    const { name, quoted } = piece
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (isNothing(value)) missing.add(name)
    return [{ kind: 'value', name, value, quoted }]
  })

export const piecesOf = (text: string, lexicon: Lexicon = plainLexicon) =>
  parseTemplate(text, lexicon)

/** A value as text; lists with commas between, as a query string has them. */
export const textOfValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOfValue).join(',')
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}
