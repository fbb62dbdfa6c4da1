import { firstWord, onlyReading, onlyUndoable } from '../reading.ts'
import type { Token } from '../sql-tokens.ts'
import { tokensOf, unclear } from './lexer.ts'

/**
 * Statements that only answer rows. H2 has no read-only transactions: what changes rows is rolled
 * back, but a command that defines something commits, and so must not get that far.
 */
const reading = ['SELECT', 'VALUES', 'TABLE', 'WITH', 'EXPLAIN', 'SHOW']

const notReading = onlyReading(reading)
const several = 'Only a single statement can be run here.'
const unreadable =
  'This statement cannot be told to be harmless: comments within comments, names spelled in ' +
  'escapes ("U&…"), names with two dollars, and blanks and signs beyond ASCII are not accepted.'
const changing = (words: string) => `Only statements that read can be run here: without ${words}.`

/** What admins may call, and no rollback undoes. */
const lastingFunctions = [
  'FILE_READ',
  'FILE_WRITE',
  'CSVREAD',
  'CSVWRITE',
  'LINK_SCHEMA',
  'ABORT_SESSION',
  'CANCEL_SESSION',
  'MEMORY_FREE',
]

/** What a query may call that does more than answer. */
const forbidden: ReadonlyMap<Token, string> = new Map(
  [...lastingFunctions, 'NEXTVAL'].map((name) => [name, changing(name)]),
)

/** Words that mean a change where they follow each other. */
const forbiddenPairs: readonly (readonly [
  first: ReadonlySet<Token>,
  then: Token,
  words: string,
])[] = [
  [new Set(['FINAL', 'NEW', 'OLD']), 'TABLE', 'FINAL, NEW or OLD TABLE'],
  [new Set(['NEXT']), 'VALUE', 'NEXT VALUE'],
  [new Set(['EXPLAIN']), 'ANALYZE', 'EXPLAIN ANALYZE'],
]

const changeIn = (tokens: readonly Token[]): string | undefined => {
  for (const [at, token] of tokens.entries()) {
    const words = forbidden.get(token)
    if (words) return words
    const next = tokens[at + 1]
    const pair = forbiddenPairs.find(([first, then]) => first.has(token) && then === next)
    if (pair) return changing(pair[2])
  }
  return undefined
}

/** Where the parenthesis at this place closes, and one further. */
const behindGroup = (tokens: readonly Token[], at: number): number => {
  let depth = 0
  for (let index = at; index < tokens.length; index += 1) {
    if (tokens[index] === '(') depth += 1
    else if (tokens[index] === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return tokens.length
}

/** `WITH a (x) AS (…), b AS (…) <this>`; undefined where it reads otherwise. */
const verbBehindWith = (tokens: readonly Token[]): Token | undefined => {
  let at = tokens[1] === 'RECURSIVE' ? 2 : 1
  for (;;) {
    at += 1 // The name.
    if (tokens[at] === '(') at = behindGroup(tokens, at)
    if (tokens[at] !== 'AS' || tokens[at + 1] !== '(') return undefined
    at = behindGroup(tokens, at + 1)
    if (tokens[at] !== ',') return firstWord(tokens.slice(at))
    at += 1
  }
}

const verbOf = (tokens: readonly Token[]): Token | undefined =>
  tokens[0] === 'WITH' ? verbBehindWith(tokens) : firstWord(tokens)

const withoutEnd = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(0, tokens.findLastIndex((token) => token !== ';') + 1)

/** Why a statement may not stand alone, begin with its verb, or hold what it does. */
const refusalBy = (
  sql: string,
  isVerb: (verb: Token) => boolean,
  otherwise: string,
  problemIn: (tokens: readonly Token[]) => string | undefined,
): string | undefined => {
  const tokens = withoutEnd(tokensOf(sql))
  if (tokens.includes(unclear)) return unreadable
  if (tokens.includes(';')) return several
  return isVerb(verbOf(tokens) ?? '') ? problemIn(tokens) : otherwise
}

/** Why SQL of a caller's own is not run, in a sentence for them; undefined where it is. */
export const refusalOf = (sql: string): string | undefined =>
  refusalBy(sql, (verb) => reading.includes(verb), notReading, changeIn)

/** Statements that a rollback undoes: commands that define something commit. */
const undoable = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'WITH']

const lastingIn = (tokens: readonly Token[]): string | undefined => {
  const name = tokens.find((token) => lastingFunctions.includes(token))
  return name && `Only statements that can be undone can be run here: without ${name}.`
}

/** The same for SQL that may write. */
export const writingRefusalOf = (sql: string): string | undefined =>
  refusalBy(sql, (verb) => undoable.includes(verb), onlyUndoable(undoable), lastingIn)

/** Variables and the seed of random numbers stay with a session, and nothing clears them. */
const lasting: ReadonlySet<Token> = new Set(['@', 'SET', 'RAND', 'RANDOM'])

/** Whether the statement may leave something behind on its connection. */
export const leavesTraces = (sql: string): boolean =>
  tokensOf(sql).some((token) => lasting.has(token))
