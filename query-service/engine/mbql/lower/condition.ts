import {
  type Fragment,
  join,
  lineBreak,
  raw,
  sequence,
  sql,
} from '../../../../shared/sql/fragment.ts'
import type { CompareOperator, Condition, ResolvedField, ResolvedValue } from '../resolved.ts'
import { type Context, lowerField, lowerValue } from './expression.ts'

const operators: { readonly [O in CompareOperator]: Fragment } = {
  '=': raw(' = '),
  '<>': raw(' <> '),
  '<': raw(' < '),
  '<=': raw(' <= '),
  '>': raw(' > '),
  '>=': raw(' >= '),
}

const lowerRight = (right: ResolvedField | ResolvedValue, context: Context): Fragment =>
  right.kind === 'field' ? lowerField(right, context).sql : lowerValue(right, context)

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
        ? sql`${lowerField(condition.left, context).sql} IS NOT NULL`
        : sql`${lowerField(condition.left, context).sql} IS NULL`
    default:
      return lowerComparison(condition, context)
  }
}

type Comparison = Exclude<Condition, { kind: 'and' | 'or' | 'constant' | 'null' }>

const lowerComparison = (condition: Comparison, context: Context): Fragment => {
  const left = lowerField(condition.left, context)
  switch (condition.kind) {
    case 'compare':
      return sequence([
        left.sql,
        operators[condition.operator],
        lowerRight(condition.right, context),
      ])
    case 'between':
      return sql`${left.sql} BETWEEN ${lowerRight(condition.from, context)} AND ${lowerRight(condition.to, context)}`
    case 'in': {
      const values = join(
        condition.values.map((value) => lowerValue(value, context)),
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
