import { quoted, skipped, type Token, type TokenRule, tokensBy, upperCase } from '../sql-tokens.ts'

/** The session's modes that change where quotes end. */
export type QuoteRules = {
  /** `NO_BACKSLASH_ESCAPES` is off: a backslash takes the next character with it. */
  readonly backslashEscapes: boolean
  /** `ANSI_QUOTES` is on: `"…"` is a name, and names know no backslashes. */
  readonly ansiQuotes: boolean
}

/** The beginning of an executable comment, whose content is read as code. */
export const executable: Token = 'executable'

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

/** In the order of the server: comments before signs. */
export const tokensOf = (sql: string, rules: QuoteRules): Iterable<Token> =>
  tokensBy(
    [
      [blank, skipped],
      [lineComment, skipped],
      [executableOpening, () => executable],
      [plainComment, skipped],
      [commentEnd, skipped],
      ...quotedBy(rules).map((pattern): TokenRule => [pattern, () => quoted]),
      [word, upperCase],
    ],
    sql,
  )
