import { token } from '../../../../shared/kernel/raw.ts'
import type { TruncationUnit } from '../../../../shared/sql/temporal-unit.ts'
import type { Expression } from '../ast/expression.ts'
import type { Filter } from '../ast/filter.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readKeys,
  readText,
  refuse,
  spendValues,
} from './clause.ts'
import { readSubject } from './expression.ts'
import { readAmount } from './moment.ts'
import { readSpan, readTemporalUnit } from './unit.ts'

const words: ReadonlyMap<string, number> = new Map([
  ['current', 0],
  ['last', -1],
  ['next', 1],
])

const readCount = (value: unknown, at: At): number =>
  (typeof value === 'string' ? words.get(token(value)) : undefined) ?? readAmount(value, at)

const readIncludeCurrent = (options: unknown, at: At): boolean => {
  if (options === undefined || options === null) return false
  const include = readKeys(options, at).get('include-current') ?? false
  if (typeof include !== 'boolean') throw refuse(at, '"include-current" is true or false.')
  return include
}

/** The first unit and the first one after the last, counted from the current one. */
const spanOf = (count: number, includeCurrent: boolean): readonly [number, number] => {
  if (count === 0) return [0, 1]
  if (count < 0) return [count, includeCurrent ? 1 : 0]
  return [includeCurrent ? 0 : 1, count + 1]
}

const startOf = (amount: number, unit: TruncationUnit, path: string): Expression => ({
  kind: 'relative',
  amount,
  unit,
  path,
})

/** `["time-interval", field, n | "current" | "last" | "next", unit, {"include-current"}?]` */
const timeInterval = (clause: Clause): Filter => {
  checkArity(clause, 3, 4)
  const { args, at } = clause
  const count = readCount(args[1], argumentAt(at, 1))
  const unit = readSpan(args[2], argumentAt(at, 2))
  const [from, to] = spanOf(count, readIncludeCurrent(args[3], argumentAt(at, 3)))
  return {
    kind: 'interval',
    negated: false,
    subject: readSubject(args[0], argumentAt(at, 0)),
    from: startOf(from, unit, at.path),
    to: startOf(to, unit, at.path),
    path: at.path,
  }
}

/** `["relative-time-interval", field, n, unit, offset, offset unit]` */
const relativeTimeInterval = (clause: Clause): Filter => {
  checkArity(clause, 5)
  const { args, at } = clause
  const [from, to] = spanOf(readCount(args[1], argumentAt(at, 1)), false)
  const unit = readSpan(args[2], argumentAt(at, 2))
  const offset = readAmount(args[3], argumentAt(at, 3))
  const offsetUnit = readSpan(args[4], argumentAt(at, 4))
  const { path } = at
  const shifted = (amount: number): Expression => ({
    kind: 'shift',
    moment: startOf(amount, unit, path),
    amount: { kind: 'literal', value: offset, path },
    unit: offsetUnit,
    backwards: false,
    path,
  })
  const subject = readSubject(args[0], argumentAt(at, 0))
  return { kind: 'interval', negated: false, subject, from: shifted(from), to: shifted(to), path }
}

/** `["during", field, "2024-03", unit]` */
const during = (clause: Clause): Filter => {
  checkArity(clause, 3)
  const { args, at } = clause
  spendValues(at, 1)
  const { path } = at
  const unit = readTemporalUnit(args[2], argumentAt(at, 2))
  const subject = readSubject(args[0], argumentAt(at, 0))
  const bucketed: Expression =
    subject.kind === 'field' || subject.kind === 'expression'
      ? { ...subject, unit }
      : { kind: 'bucket', moment: subject, unit, path }
  const value = readText(args[1], argumentAt(at, 1))
  const values: Expression[] = [{ kind: 'literal', value, path }]
  return { kind: 'equality', negated: false, subject: bucketed, values, path }
}

/** Conditions on where in the calendar a moment lies. */
export const intervalReaders: ReadonlyMap<string, (clause: Clause) => Filter> = new Map([
  ['time-interval', timeInterval],
  ['relative-time-interval', relativeTimeInterval],
  ['during', during],
])
