import type { Token } from './sql-tokens.ts'

/** What a statement begins with, in parentheses or not. */
export const firstWord = (tokens: Iterable<Token>): Token | undefined => {
  for (const token of tokens) if (token !== '(') return token
  return undefined
}

/** A sentence for whoever wrote a statement that begins otherwise. */
export const onlyReading = (words: readonly Token[], besides = ''): string => {
  const listed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return `Only a single statement that reads can be run here: it begins with ${listed}${besides}.`
}
