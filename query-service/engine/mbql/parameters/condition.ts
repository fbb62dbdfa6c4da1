import { isMap, token } from '../../../../shared/kernel/raw.ts'
import type { Filter } from '../ast/filter.ts'
import { type At, into } from '../schema/clause.ts'
import { readFilter } from '../schema/filter.ts'
import { dateClause } from './date.ts'
import { operatorClause } from './operator.ts'

/** What a column is grouped by does not say how it is filtered: a day is a day. */
export const withoutUnit = (reference: unknown): unknown => {
  if (!Array.isArray(reference)) return reference
  const [head, argument, options, ...rest] = reference
  if (head === 'datetime-field') return argument
  if (!isMap(options)) return reference
  const kept = Object.entries(options).filter(([key]) => token(key) !== 'temporal-unit')
  return [head, argument, Object.fromEntries(kept), ...rest]
}

/** What a parameter says beside its value. */
type Kind = { readonly type?: string | undefined; readonly options?: unknown }

/**
 * The condition that a value of a parameter puts on a column.
 * @param at the place of the parameter
 * @throws {Refusal} 400 for a value that does not fit the type of the parameter
 */
export const parameterFilter = (
  { type = 'category', options }: Kind,
  reference: unknown,
  value: unknown,
  at: At,
): Filter => {
  const here = into(at, 'value')
  const isDate = type === 'date' || type.startsWith('date/')
  const clause = isDate
    ? dateClause(withoutUnit(reference), value, here)
    : operatorClause(type, reference, value, options, here)
  return readFilter(clause, at)
}
