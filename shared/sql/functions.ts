import type { Operand } from './dialect.ts'
import { type Fragment, join, raw, sql } from './fragment.ts'

/** Functions of the values of a row whose arguments are values too. */
export const functionNames = [
  '+',
  '-',
  '*',
  '/',
  'abs',
  'ceil',
  'coalesce',
  'concat',
  'date',
  'datetime',
  'domain',
  'exp',
  'float',
  'floor',
  'host',
  'integer',
  'length',
  'log',
  'lower',
  'ltrim',
  'path',
  'power',
  'regex-match-first',
  'replace',
  'round',
  'rtrim',
  'split-part',
  'sqrt',
  'subdomain',
  'substring',
  'text',
  'trim',
  'upper',
] as const
export type SqlFunctionName = (typeof functionNames)[number]

/** A function takes as many arguments as its signature says: the compiler has counted them. */
export type SqlFunction = (...args: readonly Operand[]) => Fragment
export type SqlFunctions = { readonly [F in SqlFunctionName]?: SqlFunction }

const listOf = (args: readonly Operand[]): Fragment =>
  join(
    args.map((arg) => arg.sql),
    raw(', '),
  )

const chain = (operator: Fragment, args: readonly Operand[]): Fragment =>
  sql`(${join(
    args.map((arg) => arg.sql),
    operator,
  )})`

/** What every engine writes alike. */
export const commonFunctions = {
  '+': (...args) => chain(raw(' + '), args),
  '-': (...args) => chain(raw(' - '), args),
  '*': (...args) => chain(raw(' * '), args),
  abs: (number) => sql`ABS(${number.sql})`,
  ceil: (number) => sql`CEIL(${number.sql})`,
  coalesce: (...args) => sql`COALESCE(${listOf(args)})`,
  concat: (...args) => sql`CONCAT(${listOf(args)})`,
  date: (moment) => sql`CAST(${moment.sql} AS date)`,
  exp: (number) => sql`EXP(${number.sql})`,
  floor: (number) => sql`FLOOR(${number.sql})`,
  power: (base, exponent) => sql`POWER(${base.sql}, ${exponent.sql})`,
  round: (number) => sql`ROUND(${number.sql})`,
  sqrt: (number) => sql`SQRT(${number.sql})`,
} as const satisfies { readonly [F in SqlFunctionName]?: SqlFunction }

/**
 * Halves go away from zero, also those of floats, which some engines round to the even neighbour.
 * Exact for every float: nothing is added to one before it is cut.
 */
export const roundingBy =
  (cut: (number: Fragment) => Fragment): SqlFunction =>
  ({ sql: number, baseType }) => {
    if (baseType !== 'type/Float') return sql`ROUND(${number})`
    const whole = cut(number)
    return sql`(${whole} + CASE WHEN ABS(${number} - ${whole}) >= 0.5 THEN SIGN(${number}) ELSE 0 END)`
  }

/** Quotients are floats, from left to right; dividing by nothing gives no value. */
export const division =
  (asFloat: (operand: Operand) => Fragment): SqlFunction =>
  (first, ...divisors) =>
    sql`(${divisors.reduce(
      (dividend, divisor) => sql`${dividend} / NULLIF(${asFloat(divisor)}, 0)`,
      asFloat(first),
    )})`
