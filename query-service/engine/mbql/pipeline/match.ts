import type { Json } from '../../../../shared/kernel/json.ts'
import type { CompareOperator, Condition, Term } from '../term.ts'
import { holds, listOf } from './condition.ts'
import type { Context } from './context.ts'
import { regexOf } from './like.ts'
import { encodeBeside, isObjectId } from './value.ts'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>
type Query = { [key: string]: Json }

const operators: { readonly [O in CompareOperator]: string } = {
  '=': '$eq',
  '<>': '$nin',
  '<': '$lt',
  '<=': '$lte',
  '>': '$gt',
  '>=': '$gte',
}

const given = (term: Term, left: Term, { timeZone }: Context): Json =>
  term.kind === 'value' ? encodeBeside(term, left, timeZone) : null

const compare = ({ operator, left, right }: Of<'compare'>, context: Context): Query | undefined => {
  const value = given(right, left, context)
  if (value === null) return undefined
  return { [operators[operator]]: operator === '<>' ? [value, null] : value }
}

const between = ({ left, from, to }: Of<'between'>, context: Context): Query | undefined => {
  const [$gte, $lte] = [given(from, left, context), given(to, left, context)]
  return $gte === null || $lte === null ? undefined : { $gte, $lte }
}

const like = ({ left, pattern, negated, caseSensitive }: Of<'like'>): Query | undefined => {
  if (left.baseType !== 'type/Text' || isObjectId(left)) return undefined
  const match: Query = { $regex: regexOf(pattern), $options: caseSensitive ? '' : 'i' }
  return negated ? { $not: match, $ne: null } : match
}

type Test<K extends Condition['kind']> = (condition: Of<K>, context: Context) => Query | undefined

type Simple = Exclude<Condition['kind'], 'and' | 'or' | 'constant'>

/** What is asked of one field, so that an index on it can answer. */
const tests: { readonly [K in Simple]: Test<K> } = {
  compare,
  between,
  in: ({ values, left, negated }, context) => {
    const list = listOf(values, left, context)
    return negated ? { $nin: [...list, null] } : { $in: list }
  },
  null: ({ negated }) => (negated ? { $ne: null } : { $eq: null }),
  like,
}

const pathOf = (term: Term, { find, known }: Context): string | undefined =>
  term.kind === 'column' && !known?.has(term) ? find(term).path : undefined

const simple = (condition: Extract<Condition, { kind: Simple }>, context: Context): Query => {
  const path = pathOf(condition.left, context)
  // The table is keyed by kind: the function found takes just this condition.
  const test = tests[condition.kind] as (condition: never, context: Context) => Query | undefined
  const query = path === undefined ? undefined : test(condition as never, context)
  return path === undefined || query === undefined
    ? { $expr: holds(condition, context) }
    : { [path]: query }
}

/** A condition as `$match` takes it. */
export const matching = (condition: Condition, context: Context): Query => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { [`$${condition.kind}`]: condition.conditions.map((it) => matching(it, context)) }
    case 'constant':
      return condition.holds ? {} : { $expr: false }
    default:
      return simple(condition, context)
  }
}
