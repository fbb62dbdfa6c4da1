/** The session's modes that change where quotes end. */
export type QuoteRules = {
  /** `NO_BACKSLASH_ESCAPES` is off: a backslash takes the next character with it. */
  readonly backslashEscapes: boolean
  /** `ANSI_QUOTES` is on: `"…"` is a name, and names know no backslashes. */
  readonly ansiQuotes: boolean
}

/**
 * What is left of a statement without blanks, quoted text and plain comments: words in upper
 * case, single signs, `quoted` for each quoted text and `executable` for the beginning of an
 * executable comment, whose content is read as code.
 */
export type Token = string

export const executable: Token = 'executable'
export const quoted: Token = 'quoted'

/** Blanks and control characters: all that is neither printed nor beyond ASCII. */
const blank = /[^!-~\u0080-\uffff]+/y
/** `--` begins a comment before a blank or the end only. */
const lineComment = /(?:#|--(?![!-~\u0080-\uffff]))[^\n]*/y
/** MariaDB and MySQL, or MariaDB alone, with the versions it is for. */
const executableOpening = /\/\*M?!\d*/y
const plainComment = /\/\*.*?(?:\*\/|$)/sy
const commentEnd = /\*\//y
const word = /[\w$\u0080-\uffff]+/y

const backtick = /`[^`]*(?:`|$)/y
const plainQuotes = [/'[^']*(?:'|$)/y, /"[^"]*(?:"|$)/y] as const
const escapedQuotes = [/'(?:[^'\\]|\\.)*(?:'|\\?$)/sy, /"(?:[^"\\]|\\.)*(?:"|\\?$)/sy] as const

/** Doubled quotes are two texts side by side: what counts is where quoting ends. */
const quotedBy = ({ backslashEscapes, ansiQuotes }: QuoteRules): readonly RegExp[] => {
  const [single] = backslashEscapes ? escapedQuotes : plainQuotes
  const [, double] = backslashEscapes && !ansiQuotes ? escapedQuotes : plainQuotes
  return [single, double, backtick]
}

type Rule = readonly [pattern: RegExp, token: (text: string) => Token | undefined]

const nothing = () => undefined

/** Reads as far as it is asked to. In the order of the server: comments before signs. */
export function* tokensOf(sql: string, rules: QuoteRules): Generator<Token> {
  const table: readonly Rule[] = [
    [blank, nothing],
    [lineComment, nothing],
    [executableOpening, () => executable],
    [plainComment, nothing],
    [commentEnd, nothing],
    ...quotedBy(rules).map((pattern): Rule => [pattern, () => quoted]),
    [word, (text) => text.toUpperCase()],
  ]
  for (let at = 0; at < sql.length; ) {
    const start = at
    for (const [pattern, tokenOf] of table) {
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
