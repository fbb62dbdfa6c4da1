import type { ResolvedValue } from '../../../../shared/sql/literal.ts'
import type { CompareOperator, Condition, Term } from '../term.ts'
import { asText } from './as-text.ts'
import type { Context } from './context.ts'
import { type Expression, isNotNull, isNull, literal, naming } from './expression.ts'
import { regexOf } from './like.ts'
import { lowerTerm } from './term.ts'
import { encodeBeside } from './value.ts'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/**
 * Null comes before all other values here and equals itself, and SQL's null is in no order at all:
 * these sides of a comparison may not be null. The other side then is not, or the answer is no.
 */
const operators: { readonly [O in CompareOperator]: readonly [string, ...('left' | 'right')[]] } = {
  '=': ['$eq', 'left'],
  '<>': ['$ne', 'left', 'right'],
  '<': ['$lt', 'left'],
  '<=': ['$lte', 'left'],
  '>': ['$gt', 'right'],
  '>=': ['$gte', 'right'],
}

const all = (conditions: readonly Expression[]): Expression => {
  const [only = true] = conditions
  return conditions.length < 2 ? only : { $and: [...conditions] }
}

/** A side of a comparison, held as its neighbour is. */
const beside = (term: Term, neighbour: Term, context: Context): Expression =>
  term.kind === 'value'
    ? literal(encodeBeside(term, neighbour, context.timeZone))
    : lowerTerm(term, context)

/** Whether there is a value whatever the row: it need not be looked at for null. */
const isGiven = (term: Term): boolean => {
  switch (term.kind) {
    case 'value':
      return term.value !== null
    case 'now':
      return true
    case 'bucketed':
      return isGiven(term.of)
    case 'shift':
      return isGiven(term.of) && isGiven(term.amount)
    default:
      return false
  }
}

/** What is used but once stays where it is: an index answers only what has no name. */
const guarding = (
  isGuarded: boolean,
  value: Expression,
  { variables }: Context,
  use: (name: Expression, guards: readonly Expression[]) => Expression,
): Expression =>
  isGuarded ? naming(value, variables, (name) => use(name, [isNotNull(name)])) : use(value, [])

const compare = ({ operator, left, right }: Of<'compare'>, context: Context): Expression => {
  const [name, ...guarded] = operators[operator]
  const isGuarded = (side: 'left' | 'right', term: Term) => guarded.includes(side) && !isGiven(term)
  const [one, other] = [beside(left, right, context), beside(right, left, context)]
  return guarding(isGuarded('left', left), one, context, (first, ofFirst) =>
    guarding(isGuarded('right', right), other, context, (second, ofSecond) =>
      all([...ofFirst, ...ofSecond, { [name]: [first, second] }]),
    ),
  )
}

const between = ({ left, from, to }: Of<'between'>, context: Context): Expression =>
  naming(lowerTerm(left, context), context.variables, (value) =>
    guarding(!isGiven(from), beside(from, left, context), context, (least, guards) =>
      all([...guards, { $gte: [value, least] }, { $lte: [value, beside(to, left, context)] }]),
    ),
  )

export const listOf = (values: readonly ResolvedValue[], left: Term, context: Context) =>
  values.map((value) => encodeBeside(value, left, context.timeZone))

const membership = ({ left, values, negated }: Of<'in'>, context: Context): Expression =>
  naming(lowerTerm(left, context), context.variables, (value) => {
    const isIn: Expression = { $in: [value, literal(listOf(values, left, context))] }
    return negated ? all([isNotNull(value), { $not: [isIn] }]) : isIn
  })

const like = (condition: Of<'like'>, context: Context): Expression =>
  naming(asText(condition.left, context), context.variables, (input) => {
    const regex = literal(regexOf(condition.pattern))
    const options = condition.caseSensitive ? {} : { options: 'i' }
    const matches: Expression = { $regexMatch: { input, regex, ...options } }
    return condition.negated ? all([isNotNull(input), { $not: [matches] }]) : matches
  })

type Junction = 'and' | 'or' | 'constant'
type Lowerers = {
  readonly [K in Exclude<Condition['kind'], Junction>]: (
    condition: Of<K>,
    context: Context,
  ) => Expression
}

const lowerers: Lowerers = {
  compare,
  between,
  in: membership,
  null: ({ left, negated }, context) => (negated ? isNotNull : isNull)(lowerTerm(left, context)),
  like,
}

/** A condition as an expression, true or false: what SQL leaves unknown is false. */
export const holds = (condition: Condition, context: Context): Expression => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { [`$${condition.kind}`]: condition.conditions.map((it) => holds(it, context)) }
    case 'constant':
      return literal(condition.holds)
  }
  // The table is keyed by kind: the function found takes just this condition.
  const lower = lowerers[condition.kind] as (condition: never, context: Context) => Expression
  return lower(condition as never, context)
}
