import type { Json } from '../../../../shared/kernel/json.ts'

/** An aggregation expression, a stage, or a part of one, as EJSON. */
export type Expression = Json
export type Stage = { [operator: string]: Json }

/** A value that can be nothing but a value: `$amount` stays a text, 1 does not say "include". */
export const literal = (value: Json): Expression => ({ $literal: value })

export const nothing: Expression = literal(null)

/** What is missing, too, comes before null and every value in the order of all values. */
export const isNotNull = (value: Expression): Expression => ({ $gt: [value, null] })
export const isNull = (value: Expression): Expression => ({ $lte: [value, null] })

/** A missing value and null are one where rows are told apart. */
export const orNull = (value: Expression): Expression => ({ $ifNull: [value, null] })

export const when = (
  condition: Expression,
  then: Expression,
  otherwise: Expression = nothing,
): Expression => ({ $cond: [condition, then, otherwise] })

/** Hands out names of variables no two of which are the same. */
export type Variables = { next: number }

const isPlain = (value: Expression): boolean =>
  typeof value !== 'object' || value === null || '$literal' in value

/**
 * Names a value that is used more than once: written out twice at each of many levels, it would
 * make a pipeline that no memory holds.
 */
export const naming = (
  value: Expression,
  variables: Variables,
  use: (name: Expression) => Expression,
): Expression => {
  if (isPlain(value)) return use(value)
  variables.next += 1
  const name = `v${variables.next}`
  return { $let: { vars: { [name]: value }, in: use(`$$${name}`) } }
}

/** For operators that take no null: null where the value is null. */
export const unlessNull = (
  value: Expression,
  variables: Variables,
  use: (name: Expression) => Expression,
): Expression => naming(value, variables, (name) => when(isNotNull(name), use(name)))
