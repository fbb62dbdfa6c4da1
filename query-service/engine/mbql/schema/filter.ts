import { isClause } from '../../../../shared/kernel/raw.ts'
import type { Filter, InequalityOperator } from '../ast/filter.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readClause,
  refuse,
  refuseClause,
} from './clause.ts'
import { isValueClause, readExpression, readSubject } from './expression.ts'
import { intervalReaders } from './interval.ts'
import { matchReaders } from './match.ts'
import { negate } from './negate.ts'

type ReadFilter = (clause: Clause) => Filter

const subjectOf = ({ args, at }: Clause, index = 0) =>
  readSubject(args[index], argumentAt(at, index))
const argumentOf = ({ args, at }: Clause, index: number) =>
  readExpression(args[index], argumentAt(at, index))

const junction =
  (kind: 'and' | 'or'): ReadFilter =>
  ({ args, at }) => {
    const filters = args.flatMap((arg, index) => {
      if (arg === null) return []
      const filter = readFilter(arg, argumentAt(at, index))
      return filter.kind === kind ? filter.filters : [filter]
    })
    const [only] = filters
    if (!only) throw refuse(at, `The clause "${kind}" needs at least one condition.`)
    return filters.length === 1 ? only : { kind, filters }
  }

const not: ReadFilter = (clause) => {
  checkArity(clause, 1)
  return negate(readFilter(clause.args[0], argumentAt(clause.at, 0)))
}

/** Values one by one or as one list; an empty list is a list too, and nothing is in it. */
const equality =
  (negated: boolean): ReadFilter =>
  (clause) => {
    const { head, args, at } = clause
    checkArity(clause, 2, Number.POSITIVE_INFINITY)
    const [, first, ...others] = args
    const isOneList = others.length === 0 && Array.isArray(first)
    const isList =
      isOneList && (head.endsWith('in') ? !first.some(Array.isArray) : !isClause(first))
    const values = (isList ? first : args.slice(1)).map((value: unknown, index) =>
      readExpression(value, argumentAt(at, index + 1)),
    )
    return { kind: 'equality', negated, subject: subjectOf(clause), values, path: at.path }
  }

const inequality =
  (operator: InequalityOperator): ReadFilter =>
  (clause) => {
    checkArity(clause, 2)
    const [subject, value] = [subjectOf(clause), argumentOf(clause, 1)]
    return { kind: 'inequality', operator, subject, value, path: clause.at.path }
  }

const between: ReadFilter = (clause) => {
  checkArity(clause, 3)
  const [subject, from, to] = [subjectOf(clause), argumentOf(clause, 1), argumentOf(clause, 2)]
  return { kind: 'between', negated: false, subject, from, to, path: clause.at.path }
}

/** `["inside", latitude, longitude, north, west, south, east]` */
const inside: ReadFilter = (clause) => {
  checkArity(clause, 6)
  const range = (index: number, from: number, to: number): Filter => ({
    kind: 'between',
    negated: false,
    subject: subjectOf(clause, index),
    from: argumentOf(clause, from),
    to: argumentOf(clause, to),
    path: clause.at.path,
  })
  return { kind: 'and', filters: [range(0, 4, 2), range(1, 3, 5)] }
}

const unary =
  (kind: 'null' | 'empty', negated: boolean): ReadFilter =>
  (clause) => {
    checkArity(clause, 1)
    return { kind, negated, subject: subjectOf(clause), path: clause.at.path }
  }

/** Segments and metrics would be looked up here; none can have been made. */
const unknown: ReadFilter = ({ head, at }) => {
  throw refuse(at, `There is no such ${head}.`)
}

const readers: ReadonlyMap<string, ReadFilter> = new Map([
  ['and', junction('and')],
  ['or', junction('or')],
  ['not', not],
  ['=', equality(false)],
  ['in', equality(false)],
  ['!=', equality(true)],
  ['not-in', equality(true)],
  ['<', inequality('<')],
  ['<=', inequality('<=')],
  ['>', inequality('>')],
  ['>=', inequality('>=')],
  ['between', between],
  ['inside', inside],
  ['is-null', unary('null', false)],
  ['not-null', unary('null', true)],
  ['is-empty', unary('empty', false)],
  ['not-empty', unary('empty', true)],
  ['segment', unknown],
  ['metric', unknown],
])

const readerOf = (head: string): ReadFilter | undefined =>
  readers.get(head) ?? matchReaders.get(head) ?? intervalReaders.get(head)

/** Whether a clause of this name is a condition, rather than a value. */
export const isConditionClause = (head: string): boolean => readerOf(head) !== undefined

/** A value that is true or false is a condition by itself. */
const truth = (clause: Clause, at: At): Filter => ({
  kind: 'equality',
  negated: false,
  subject: readExpression([clause.head, ...clause.args], at),
  values: [{ kind: 'literal', value: true, path: at.path }],
  path: at.path,
})

/** @throws {Refusal} 400 naming the clause that is unknown or badly formed. */
export const readFilter = (value: unknown, at: At): Filter => {
  const clause = readClause(value, at, 'a condition')
  const read = readerOf(clause.head)
  if (!read && isValueClause(clause.head)) return truth(clause, at)
  return (read ?? refuseClause(clause, 'a condition'))(clause)
}
