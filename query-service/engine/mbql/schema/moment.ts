import { knownZone } from '../../../../shared/kernel/known-zone.ts'
import { isClause, token } from '../../../../shared/kernel/raw.ts'
import type { Expression } from '../ast/expression.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readClause,
  readText,
  refuse,
} from './clause.ts'
import { readExpression } from './expression.ts'
import { readSpan } from './unit.ts'

/** Answers nothing where a clause of this name may mean something else. */
type ReadMoment = (clause: Clause) => Expression | undefined

const arg = ({ args, at }: Clause, index: number): Expression =>
  readExpression(args[index], argumentAt(at, index))

const span = ({ args, at }: Clause, index: number) => readSpan(args[index], argumentAt(at, index))

const shift =
  (backwards: boolean): ReadMoment =>
  (clause) => {
    checkArity(clause, 3)
    const [moment, amount, unit] = [arg(clause, 0), arg(clause, 1), span(clause, 2)]
    return { kind: 'shift', moment, amount, unit, backwards, path: clause.at.path }
  }

const difference: ReadMoment = (clause) => {
  checkArity(clause, 3)
  const [from, to, unit] = [arg(clause, 0), arg(clause, 1), span(clause, 2)]
  return { kind: 'difference', from, to, unit, path: clause.at.path }
}

const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d$/

const readZone = (value: unknown, at: At): string => {
  const name = readText(value, at)
  const zone = offset.test(name) ? name : knownZone(name)
  if (zone === undefined) throw refuse(at, 'Expected a time zone, like "Europe/Paris" or "+02:00".')
  return zone
}

const convertTimezone: ReadMoment = (clause) => {
  checkArity(clause, 2, 3)
  const [, target, source] = clause.args
  return {
    kind: 'in-zone',
    moment: arg(clause, 0),
    target: readZone(target, argumentAt(clause.at, 1)),
    ...(source === undefined || source === null
      ? {}
      : { source: readZone(source, argumentAt(clause.at, 2)) }),
    path: clause.at.path,
  }
}

/** `["relative-datetime", n | "current", unit?]` */
const relative: ReadMoment = (clause) => {
  checkArity(clause, 1, 2)
  const [amount, unit] = clause.args
  const at = argumentAt(clause.at, 0)
  const isCurrent = typeof amount === 'string' && token(amount) === 'current'
  return {
    kind: 'relative',
    amount: isCurrent ? 0 : readAmount(amount, at),
    ...(unit === undefined || unit === null ? {} : { unit: span(clause, 1) }),
    path: clause.at.path,
  }
}

const mostUnits = 1_000_000

/** A count of units, forward or back. @throws {Refusal} */
export const readAmount = (value: unknown, at: At): number => {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= mostUnits)
    return value
  throw refuse(at, `Expected a whole number between -${mostUnits} and ${mostUnits}.`)
}

const isInterval = (value: unknown): boolean => isClause(value) && token(value[0]) === 'interval'

/** `["+", moment, ["interval", n, unit]…]`; a sum without intervals is a sum of numbers. */
const plusInterval =
  (backwards: boolean): ReadMoment =>
  (clause) => {
    const { args, at } = clause
    const base = args.findIndex((one) => !isInterval(one))
    if (!args.some(isInterval)) return undefined
    if (base < 0 || args.filter((one) => !isInterval(one)).length > 1 || (backwards && base > 0))
      throw refuse(at, 'Intervals are added to one moment.')
    const steps = args.flatMap((one, index) => {
      if (index === base) return []
      const here = argumentAt(at, index)
      const interval = readClause(one, here, 'an interval')
      checkArity(interval, 2)
      const amount = readAmount(interval.args[0], argumentAt(here, 0))
      return [{ amount, unit: span(interval, 1), path: here.path }]
    })
    return steps.reduce<Expression>(
      (moment, { amount, unit, path }) => ({
        kind: 'shift',
        moment,
        amount: { kind: 'literal', value: amount, path },
        unit,
        backwards,
        path,
      }),
      arg(clause, base),
    )
  }

const now: ReadMoment = (clause) => {
  checkArity(clause, 0)
  return { kind: 'now', path: clause.at.path }
}

const today: ReadMoment = (clause) => {
  const { path } = clause.at
  const moment = now(clause)
  return moment && { kind: 'call', function: 'date', args: [moment], path }
}

/** Clauses that make moments, or tell how far they are apart. */
export const momentReaders: ReadonlyMap<string, ReadMoment> = new Map<string, ReadMoment>([
  ['now', now],
  ['today', today],
  ['+', plusInterval(false)],
  ['-', plusInterval(true)],
  ['relative-datetime', relative],
  ['datetime-add', shift(false)],
  ['datetime-subtract', shift(true)],
  ['datetime-diff', difference],
  ['convert-timezone', convertTimezone],
])
