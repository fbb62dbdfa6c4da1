import { Context, evalExpr } from 'mingo/core'
import * as accumulator from 'mingo/operators/accumulator'
import * as expression from 'mingo/operators/expression'
import * as pipeline from 'mingo/operators/pipeline'
import * as projection from 'mingo/operators/projection'
import * as query from 'mingo/operators/query'
import * as window from 'mingo/operators/window'
import { compare } from 'mingo/util'
import { dateOperators, type Operator } from './mongo-dates.ts'

type Operators = Readonly<Record<string, Operator>>

/** The types of mingo's operators say more than a compiler can take. */
const operators = { accumulator, expression, pipeline } as unknown as {
  readonly [K in 'accumulator' | 'expression' | 'pipeline']: Operators
}

const own = (name: string): Operator => {
  const operator = operators.expression[name]
  if (!operator) throw new Error(`There is no operator ${name}.`)
  return operator
}

/** In one order, missing before null before all values: mingo compares but what is of one type. */
const comparison =
  (holds: (order: number) => boolean): Operator =>
  (document, args, options) => {
    const [one, other] = evalExpr(document as never, args as never, options) as readonly unknown[]
    return holds(compare(one, other))
  }

const isNothing = (value: unknown): boolean => value === null || value === undefined

/** The operator, but null where an argument is. */
const nullable =
  (operator: Operator): Operator =>
  (document, args, options) => {
    const values = evalExpr(document as never, args as never, options)
    const isNull = (Array.isArray(values) ? values : [values]).some(isNothing)
    return isNull ? null : operator(document, args, options)
  }

const positive =
  (operator: Operator, isFine: (number: number) => boolean): Operator =>
  (document, args, options) => {
    const value = evalExpr(document as never, args as never, options)
    if (typeof value === 'number' && !isFine(value)) throw new Error(`no number for ${value}`)
    return operator(document, args, options)
  }

/** Null is the empty text to these. */
const emptied =
  (operator: Operator): Operator =>
  (document, args, options) =>
    operator(document, args, options) ?? ''

const member: Operator = (document, args, options) => {
  const { field, input = document } = evalExpr(document as never, args as never, options) as {
    field: string
    input?: Record<string, unknown>
  }
  return isNothing(input) ? input : (input as Record<string, unknown>)[field]
}

const $limit: Operator = (documents, limit, options) => {
  if (!(Number(limit) > 0)) throw new Error('the limit must be positive')
  return operators.pipeline.$limit?.(documents, limit, options)
}

const $stdDevPop: Operator = (documents, args, options) => {
  const deviation = operators.accumulator.$stdDevPop?.(documents, args, options)
  return Number.isNaN(deviation) ? null : deviation
}

const stricter: { readonly [name: string]: Operator } = {
  ...dateOperators,
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $mod: nullable(own('$mod')),
  $log10: positive(own('$log10'), (number) => number > 0),
  $sqrt: positive(own('$sqrt'), (number) => number >= 0),
  $toLower: emptied(own('$toLower')),
  $toUpper: emptied(own('$toUpper')),
  $getField: member,
}

/** mingo's operators, with those of MongoDB where mingo is of another mind, or takes more. */
export const mongoOperators = Context.init({
  accumulator: { ...accumulator, $stdDevPop },
  expression: { ...expression, ...stricter },
  pipeline: { ...pipeline, $limit },
  projection,
  query,
  window,
} as unknown as Parameters<typeof Context.init>[0])
