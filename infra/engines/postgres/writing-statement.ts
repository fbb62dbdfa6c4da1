import { firstWord, onlyUndoable } from '../reading.ts'
import { skipped, type TokenRule, tokensBy, upperCase } from '../sql-tokens.ts'

/**
 * Statements that a rollback undoes. Others may end the transaction, leave it, or change the session
 * for good; what these call can do neither.
 */
const undoable = [
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'WITH',
  'SELECT',
  'TRUNCATE',
  'REFRESH',
  'CALL',
]

/** Up to the first word nothing else matters; comments may hold comments, which are not read here. */
const rules: readonly TokenRule[] = [
  [/\s+/y, skipped],
  [/--[^\n\r]*/y, skipped],
  [/\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//y, skipped],
  [/[A-Za-z]+/y, upperCase],
]

/** Why SQL of a caller's own is not run, in a sentence for them; undefined where it is. */
export const refusalOf = (sql: string): string | undefined =>
  undoable.includes(firstWord(tokensBy(rules, sql)) ?? '') ? undefined : onlyUndoable(undoable)
