import type { Context } from './context.ts'
import { type Expression, naming, when } from './expression.ts'

type NumberFunction = (numbers: readonly Expression[], context: Context) => Expression

const first = (numbers: readonly Expression[]): Expression => numbers[0] ?? null

const all =
  (operator: string): NumberFunction =>
  (numbers) => ({ [operator]: [...numbers] })

const one =
  (operator: string): NumberFunction =>
  (numbers) => ({ [operator]: first(numbers) })

/** From left to right. */
const chain =
  (pair: (left: Expression, right: Expression, context: Context) => Expression): NumberFunction =>
  ([head = null, ...rest], context) =>
    rest.reduce((left, right) => pair(left, right, context), head)

export const asFloat = (value: Expression): Expression => ({
  $convert: { input: value, to: 'double', onError: null, onNull: null },
})

/** Dividing by nothing gives no value. */
export const divided = (
  dividend: Expression,
  divisor: Expression,
  { variables }: Context,
): Expression =>
  naming(divisor, variables, (name) =>
    when({ $eq: [name, 0] }, null, { $divide: [dividend, name] }),
  )

/** Halves go away from zero, not to the even neighbour. */
export const rounded = (number: Expression, { variables }: Context): Expression =>
  naming(number, variables, (name) =>
    when(
      { $lt: [name, 0] },
      { $ceil: { $subtract: [name, 0.5] } },
      { $floor: { $add: [name, 0.5] } },
    ),
  )

/** No value where there is no such number, which the server would fail on. */
const within =
  (operator: string, bound: string): NumberFunction =>
  (numbers, { variables }) =>
    naming(first(numbers), variables, (name) => when({ [bound]: [name, 0] }, { [operator]: name }))

const power: NumberFunction = ([base = null, exponent = null], { variables }) =>
  naming(base, variables, (one) =>
    naming(exponent, variables, (other) =>
      when({ $and: [{ $eq: [one, 0] }, { $lt: [other, 0] }] }, null, { $pow: [one, other] }),
    ),
  )

export const numberFunctions = {
  '+': all('$add'),
  '-': chain((left, right) => ({ $subtract: [left, right] })),
  '*': all('$multiply'),
  '/': chain((left, right, context) => divided(asFloat(left), asFloat(right), context)),
  abs: one('$abs'),
  ceil: one('$ceil'),
  exp: one('$exp'),
  floor: one('$floor'),
  log: within('$log10', '$gt'),
  power,
  round: (numbers, context) => rounded(first(numbers), context),
  sqrt: within('$sqrt', '$gte'),
} as const satisfies { readonly [name: string]: NumberFunction }
