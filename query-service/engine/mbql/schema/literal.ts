import type { Literal } from '../ast/reference.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readText,
  refuse,
  spendValues,
} from './clause.ts'

/** @throws {Refusal} unless `value` is a text, a finite number, a boolean or null. */
export const readLiteral = (value: unknown, at: At): Literal => {
  spendValues(at, 1)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string') return readText(value, at)
  throw refuse(at, 'Expected a text, a number, true, false or null.')
}

/** Heads of clauses that only wrap a literal: `["value", 5, {…}]`, `["time", "08:30", "minute"]`. */
const wrappers: ReadonlySet<string> = new Set(['value', 'absolute-datetime', 'time'])

/** The literal in a clause, if it is a clause that wraps one. @throws {Refusal} */
export const readWrapped = (clause: Clause): { readonly value: Literal } | undefined => {
  if (!wrappers.has(clause.head)) return undefined
  checkArity(clause, 1, 2)
  return { value: readLiteral(clause.args[0], argumentAt(clause.at, 0)) }
}
