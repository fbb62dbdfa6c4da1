import { firstWord, onlyUndoable } from '../reading.ts'
import { type QuoteRules, tokensOf } from './lexer.ts'
import { fileRefusalOf } from './reading-statement.ts'

/**
 * Statements that a rollback undoes. Commands that define something commit what was done before
 * them, and so may procedures and anonymous blocks.
 */
const undoable = ['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH']

const notUndoable = onlyUndoable(undoable, ', and not within an executable comment')

/** Why SQL of a caller's own is not run, in a sentence for them; undefined where it is. */
export const refusalOf = (sql: string, rules: QuoteRules): string | undefined =>
  undoable.includes(firstWord(tokensOf(sql, rules)) ?? '') ? fileRefusalOf(sql, rules) : notUndoable
