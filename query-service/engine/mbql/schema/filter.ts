import type { Filter, InequalityOperator, TextMatch } from '../ast.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  isClause,
  isMap,
  readClause,
  readKeys,
  readText,
  refuse,
  refuseClause,
  spendValues,
} from './clause.ts'
import { readArgument, readFieldRef } from './field.ts'
import { negate } from './negate.ts'

const planned: ReadonlySet<string> = new Set([
  'inside',
  'time-interval',
  'relative-time-interval',
  'during',
  'segment',
  'metric',
  'case',
  'expression',
  'field',
])

type ReadFilter = (clause: Clause) => Filter

const fieldOf = ({ args, at }: Clause) => readFieldRef(args[0], argumentAt(at, 0))
const argumentOf = ({ args, at }: Clause, index: number) =>
  readArgument(args[index], argumentAt(at, index))

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
      readArgument(value, argumentAt(at, index + 1)),
    )
    return { kind: 'equality', negated, field: fieldOf(clause), values }
  }

const inequality =
  (operator: InequalityOperator): ReadFilter =>
  (clause) => {
    checkArity(clause, 2)
    return { kind: 'inequality', operator, field: fieldOf(clause), value: argumentOf(clause, 1) }
  }

const between: ReadFilter = (clause) => {
  checkArity(clause, 3)
  const [from, to] = [argumentOf(clause, 1), argumentOf(clause, 2)]
  return { kind: 'between', negated: false, field: fieldOf(clause), from, to }
}

const readCaseSensitive = (options: unknown, at: At): boolean => {
  const sensitive = readKeys(options, at).get('case-sensitive') ?? true
  if (typeof sensitive !== 'boolean') throw refuse(at, '"case-sensitive" is true or false.')
  return sensitive
}

/** Options stand last behind one text, and first before many. */
const match =
  (how: TextMatch, negated = false): ReadFilter =>
  (clause) => {
    const { head, args, at } = clause
    const index = isMap(args[0]) ? 0 : isMap(args.at(-1)) ? args.length - 1 : -1
    const caseSensitive = index < 0 || readCaseSensitive(args[index], argumentAt(at, index))
    const rest = args.filter((_, place) => place !== index)
    checkArity({ head, args: rest, at }, 2, Number.POSITIVE_INFINITY)
    spendValues(at, rest.length)
    const [field, ...texts] = rest
    return {
      kind: 'match',
      match: how,
      negated,
      field: readFieldRef(field, argumentAt(at, index === 0 ? 1 : 0)),
      texts: texts.map((text) => readText(text, at)),
      caseSensitive,
    }
  }

const unary =
  (kind: 'null' | 'empty', negated: boolean): ReadFilter =>
  (clause) => {
    checkArity(clause, 1)
    return { kind, negated, field: fieldOf(clause) }
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
  ['starts-with', match('starts-with')],
  ['ends-with', match('ends-with')],
  ['contains', match('contains')],
  ['does-not-contain', match('contains', true)],
  ['is-null', unary('null', false)],
  ['not-null', unary('null', true)],
  ['is-empty', unary('empty', false)],
  ['not-empty', unary('empty', true)],
])

/** @throws {Refusal} 400 naming the clause that is unknown, not built yet or badly formed. */
export const readFilter = (value: unknown, at: At): Filter => {
  const clause = readClause(value, at, 'a condition')
  const read = readers.get(clause.head) ?? refuseClause(clause, 'a condition', planned)
  return read(clause)
}
