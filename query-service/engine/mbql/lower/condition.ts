import {
  type Fragment,
  join,
  lineBreak,
  raw,
  sequence,
  sql,
} from '../../../../shared/sql/fragment.ts'
import type { CompareOperator, Condition } from '../term.ts'
import type { Context } from './context.ts'
import { lowerTerm } from './term.ts'

const operators: { readonly [O in CompareOperator]: Fragment } = {
  '=': raw(' = '),
  '<>': raw(' <> '),
  '<': raw(' < '),
  '<=': raw(' <= '),
  '>': raw(' > '),
  '>=': raw(' >= '),
}

const junctions = { and: raw(' AND '), or: raw(' OR ') } as const

const lowerNested = (condition: Condition, context: Context): Fragment => {
  const inner = lowerCondition(condition, context)
  return condition.kind === 'and' || condition.kind === 'or' ? sql`(${inner})` : inner
}

export const lowerCondition = (condition: Condition, context: Context): Fragment => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return join(
        condition.conditions.map((inner) => lowerNested(inner, context)),
        junctions[condition.kind],
      )
    case 'constant':
      return condition.holds ? raw('1 = 1') : raw('1 = 0')
    case 'null':
      return condition.negated
        ? sql`${lowerTerm(condition.left, context).sql} IS NOT NULL`
        : sql`${lowerTerm(condition.left, context).sql} IS NULL`
    default:
      return lowerComparison(condition, context)
  }
}

type Comparison = Exclude<Condition, { kind: 'and' | 'or' | 'constant' | 'null' }>

const lowerComparison = (condition: Comparison, context: Context): Fragment => {
  const left = lowerTerm(condition.left, context)
  switch (condition.kind) {
    case 'compare':
      return sequence([
        left.sql,
        operators[condition.operator],
        lowerTerm(condition.right, context).sql,
      ])
    case 'between':
      return sql`${left.sql} BETWEEN ${lowerTerm(condition.from, context).sql} AND ${lowerTerm(condition.to, context).sql}`
    case 'in': {
      const values = join(
        condition.values.map((value) => lowerTerm(value, context).sql),
        raw(', '),
      )
      return condition.negated
        ? sql`${left.sql} NOT IN (${values})`
        : sql`${left.sql} IN (${values})`
    }
    case 'like': {
      const like = context.dialect.like(left, condition.pattern, condition.caseSensitive)
      return condition.negated ? sql`NOT (${like})` : like
    }
  }
}

/** The outermost condition, one line for each of its parts. */
export const lowerWhere = (condition: Condition, context: Context): Fragment =>
  condition.kind === 'and'
    ? join(
        condition.conditions.map((inner) => lowerNested(inner, context)),
        sequence([lineBreak, raw('AND ')]),
      )
    : lowerCondition(condition, context)
