import type { Token } from './sql-tokens.ts'

/** What a statement begins with, in parentheses or not. */
export const firstWord = (tokens: Iterable<Token>): Token | undefined => {
  for (const token of tokens) if (token !== '(') return token
  return undefined
}

const listed = (words: readonly Token[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** A sentence for whoever wrote a statement that begins otherwise. */
export const onlyReading = (words: readonly Token[], besides = ''): string =>
  `Only a single statement that reads can be run here: it begins with ${listed(words)}${besides}.`

/** The same where statements may write, as long as it can be undone. */
export const onlyUndoable = (words: readonly Token[], besides = ''): string =>
  `Only a single statement that can be undone can be run here: it begins with ${listed(words)}${besides}.`
