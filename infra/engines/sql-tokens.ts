/**
 * What is left of a statement without blanks, quoted text and comments: words in upper case, single
 * signs, and what an engine's own rules put in between.
 */
export type Token = string

/** Stands for each quoted text. */
export const quoted: Token = 'quoted'

/** A sticky pattern, and what stands for its text; undefined where that says nothing. */
export type TokenRule = readonly [pattern: RegExp, token: (text: string) => Token | undefined]

export const skipped = (): undefined => undefined
export const upperCase = (text: string): Token => text.toUpperCase()

/** The first rule that fits wins; a character none fits stands for itself. Reads on demand. */
export function* tokensBy(rules: readonly TokenRule[], sql: string): Generator<Token> {
  for (let at = 0; at < sql.length; ) {
    const start = at
    for (const [pattern, tokenOf] of rules) {
      pattern.lastIndex = start
      const text = pattern.exec(sql)?.[0]
      if (text === undefined) continue
      at += text.length
      const token = tokenOf(text)
      if (token !== undefined) yield token
      break
    }
    if (at === start) {
      at += 1
      yield sql.charAt(start)
    }
  }
}
