import { firstWord, onlyReading } from '../reading.ts'
import type { Token } from '../sql-tokens.ts'
import { executable, type QuoteRules, tokensOf } from './lexer.ts'

/**
 * Statements that only answer rows. A transaction that is read-only stops the others no further
 * than they let it: an anonymous block, a procedure or SQL kept in a variable may end it and begin
 * one of its own. What these can call are functions, and functions cannot.
 */
const reading = ['SELECT', 'WITH', 'TABLE', 'VALUES', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN']

const notReading = onlyReading(reading, ', and not within an executable comment')

const intoFile = 'Statements that write a file (INTO OUTFILE, INTO DUMPFILE) cannot be run here.'

const fileWord = /outfile|dumpfile/i
const fileWords = new Set<Token>(['OUTFILE', 'DUMPFILE'])

/**
 * No transaction stops a file. Which executable comments are code depends on the server's version,
 * and with it where quotes end behind them: next to one, the bare words will do.
 */
const writesFile = (sql: string, rules: QuoteRules): boolean => {
  if (!fileWord.test(sql)) return false
  let before: Token = ''
  for (const token of tokensOf(sql, rules)) {
    if (token === executable) return true
    // A number or `\N` may stand right before the word: `1.5into`.
    if (before.endsWith('INTO') && fileWords.has(token)) return true
    before = token
  }
  return false
}

/** Why a statement that may write rows is not run all the same. */
export const fileRefusalOf = (sql: string, rules: QuoteRules): string | undefined =>
  writesFile(sql, rules) ? intoFile : undefined

/** Why SQL of a caller's own is not run, in a sentence for them; undefined where it is. */
export const refusalOf = (sql: string, rules: QuoteRules): string | undefined => {
  if (!reading.includes(firstWord(tokensOf(sql, rules)) ?? '')) return notReading
  return fileRefusalOf(sql, rules)
}

/** From the server's `sql_mode`. */
export const quoteRulesOf = (sqlMode: string): QuoteRules => {
  const modes = sqlMode.toUpperCase().split(',')
  return {
    backslashEscapes: !modes.includes('NO_BACKSLASH_ESCAPES'),
    ansiQuotes: modes.includes('ANSI_QUOTES'),
  }
}
