import { jsonLexicon, type Lexicon } from '../lexicon.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A stretch of a query somebody wrote. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly name: string; readonly quoted: boolean }
  /** `[[…]]`, which is left out where a tag in it has no value. */
  | { readonly kind: 'optional'; readonly pieces: readonly Piece[] }

export type Template = {
  readonly pieces: readonly Piece[]
  readonly hasTags: boolean
  /** The first place of a value of the engine's own, such as `?` or `$1`. */
  readonly placeholder?: string
  /** Why it cannot be filled in, in words for its author. */
  readonly problem?: string
}

const deepest = 20

const problems = {
  depth: `Optional parts, [[…]], may be nested ${deepest} deep.`,
  noTag:
    'An optional part, [[…]], needs a tag in it. A list in a list takes a space between brackets.',
  open: 'An optional part that begins with [[ has no end ]].',
} as const

const textOf = (text: string): Piece => ({ kind: 'text', text })

type Level = { readonly pieces: Piece[]; hasTags: boolean }

const newLevel = (): Level => ({ pieces: [], hasTags: false })

/** Optional parts into one another; answers the problem with them, if there is one. */
const nest = (tokens: readonly Token[], outermost: Level, isJson: boolean): string | undefined => {
  const levels = [outermost]
  for (const token of tokens) {
    const level = levels.at(-1) ?? outermost
    const around = levels.at(-2)
    if (token.kind === 'problem') return token.message
    if (token.kind === 'open') {
      if (levels.push(newLevel()) > deepest) return problems.depth
    } else if (token.kind === 'tag') {
      level.pieces.push(token)
      level.hasTags = true
    } else if ('text' in token) {
      if (token.text !== '') level.pieces.push(textOf(token.text))
    } else if (!around) {
      level.pieces.push(textOf(']]'))
    } else {
      levels.pop()
      around.hasTags ||= level.hasTags
      if (level.hasTags) around.pieces.push({ kind: 'optional', pieces: level.pieces })
      else if (!isJson) return problems.noTag
      // JSON has lists in lists.
      else
        for (const piece of [textOf('[['), ...level.pieces, textOf(']]')]) around.pieces.push(piece)
    }
  }
  return levels.length > 1 ? problems.open : undefined
}

/**
 * Reads a query with `{{tags}}` and `[[optional parts]]`. Closing brackets that close nothing are
 * text, and so is the whole of what has no tag, whatever brackets are in it.
 */
export const parseTemplate = (source: string, lexicon: Lexicon): Template => {
  const tokens = [...tokensOf(source, lexicon)]
  const placeholder = tokens.find((token) => token.kind === 'placeholder')?.text
  const found = placeholder === undefined ? {} : { placeholder }
  if (!tokens.some(({ kind }) => kind === 'tag' || kind === 'problem'))
    return { pieces: [textOf(source)], hasTags: false, ...found }
  const outermost = newLevel()
  const problem = nest(tokens, outermost, lexicon === jsonLexicon)
  return {
    pieces: outermost.pieces,
    hasTags: true,
    ...found,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** The names of all tags in it, wherever they stand. */
export const tagsIn = (pieces: readonly Piece[]): readonly string[] =>
  pieces.flatMap((piece) => {
    if (piece.kind === 'tag') return [piece.name]
    return piece.kind === 'optional' ? tagsIn(piece.pieces) : []
  })
