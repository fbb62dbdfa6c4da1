import { isClause, isMap } from '../../../../shared/kernel/raw.ts'
import { functionNames, type SqlFunctionName } from '../../../../shared/sql/functions.ts'
import type { Expression, NameFunctionName } from '../ast/expression.ts'
import { isAggregate, readAggregate } from './aggregate.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  into,
  readClause,
  readKeys,
  readName,
  refuse,
  refuseClause,
} from './clause.ts'
import { readReference, referenceReader } from './field.ts'
import { isConditionClause, readFilter } from './filter.ts'
import { readLiteral, readWrapped } from './literal.ts'
import { momentReaders } from './moment.ts'
import { partReaders } from './part.ts'

type CallName = SqlFunctionName | NameFunctionName

const many = Number.POSITIVE_INFINITY

/** How many arguments a function takes where it is not just one. */
const arities: ReadonlyMap<CallName, readonly [least: number, most: number]> = new Map<
  CallName,
  readonly [number, number]
>([
  ['+', [2, many]],
  ['-', [2, many]],
  ['*', [2, many]],
  ['/', [2, many]],
  ['coalesce', [1, many]],
  ['concat', [1, many]],
  ['power', [2, 2]],
  ['regex-match-first', [2, 2]],
  ['replace', [3, 3]],
  ['split-part', [3, 3]],
  ['substring', [2, 3]],
])

const calls: ReadonlyMap<string, CallName> = new Map(
  [...functionNames, 'month-name' as const, 'quarter-name' as const, 'day-name' as const].map(
    (name) => [name, name],
  ),
)

/** Newer clients say in a map how a text or a number is read; the usual way is the only one. */
const readable: ReadonlySet<CallName> = new Set<CallName>(['date', 'datetime', 'integer', 'float'])
const usualModes: ReadonlySet<unknown> = new Set([undefined, null, 'iso'])

const withoutMode = (name: CallName, clause: Clause): Clause => {
  const { args, at } = clause
  const options = args.at(-1)
  if (!readable.has(name) || args.length < 2 || !isMap(options)) return clause
  const optionsAt = argumentAt(at, args.length - 1)
  if (!usualModes.has(readKeys(options, optionsAt).get('mode')))
    throw refuse(optionsAt, 'Only the mode "iso" is supported.')
  return { ...clause, args: args.slice(0, -1) }
}

const readCall = (name: CallName, given: Clause): Expression => {
  const clause = withoutMode(name, given)
  const [least, most] = arities.get(name) ?? [1, 1]
  checkArity(clause, least, most)
  const args = clause.args.map((arg, index) => readExpression(arg, argumentAt(clause.at, index)))
  return { kind: 'call', function: name, args, path: clause.at.path }
}

/** `["case", [[condition, value]…], {"default": value}?]` */
const readCase = (clause: Clause): Expression => {
  checkArity(clause, 1, 2)
  const [pairs, options] = clause.args
  const at = argumentAt(clause.at, 0)
  if (!Array.isArray(pairs) || pairs.length === 0)
    throw refuse(at, 'A case needs pairs of a condition and a value.')
  const branches = pairs.map((pair: unknown, index) => {
    const here = into(at, index)
    if (!Array.isArray(pair) || pair.length !== 2)
      throw refuse(here, 'Expected a pair of a condition and a value.')
    return {
      when: readFilter(pair[0], into(here, 0)),
      then: readExpression(pair[1], into(here, 1)),
    }
  })
  const optionsAt = argumentAt(clause.at, 1)
  const otherwise =
    options === undefined || options === null
      ? undefined
      : readKeys(options, optionsAt).get('default')
  return {
    kind: 'case',
    branches,
    ...(otherwise === undefined
      ? {}
      : { otherwise: readExpression(otherwise, into(optionsAt, 'default')) }),
    path: clause.at.path,
  }
}

/** A condition as a value: true where it holds, and false where it does not or is not known. */
const readTruth = (clause: unknown, at: At): Expression => {
  const literal = (value: boolean) => ({ kind: 'literal', value, path: at.path }) as const
  const branches = [{ when: readFilter(clause, at), then: literal(true) }]
  return { kind: 'case', branches, otherwise: literal(false), path: at.path }
}

const forms: ReadonlyMap<string, (clause: Clause) => Expression> = new Map([
  ['case', readCase],
  ['if', readCase],
])

const readReferenceIn = (
  clause: Clause,
  read: NonNullable<ReturnType<typeof referenceReader>>,
): Expression => {
  if (clause.at.grouped)
    throw refuse(clause.at, 'Beside aggregations a column stands only inside one of them.')
  return read(clause)
}

/** Whether a clause of this name is a value, rather than a condition. */
export const isValueClause = (head: string): boolean =>
  referenceReader(head) !== undefined || forms.has(head) || calls.has(head)

/** A value of a row, or of a group where `at` is inside an aggregation clause. @throws {Refusal} */
export const readExpression = (value: unknown, at: At): Expression => {
  if (!isClause(value)) return { kind: 'literal', value: readLiteral(value, at), path: at.path }
  const clause = readClause(value, at, 'a value')
  const reference = referenceReader(clause.head)
  if (reference) return readReferenceIn(clause, reference)
  const wrapped = readWrapped(clause)
  if (wrapped) return { kind: 'literal', ...wrapped, path: at.path }
  if (isAggregate(clause.head)) return readAggregate(clause)
  const read =
    momentReaders.get(clause.head) ?? partReaders.get(clause.head) ?? forms.get(clause.head)
  const moment = read?.(clause)
  if (moment) return moment
  if (isConditionClause(clause.head)) return readTruth(value, at)
  const name = calls.get(clause.head) ?? refuseClause(clause, 'a value')
  return readCall(name, clause)
}

/** What a condition or an aggregation is about: a bare number is the id of a field there. */
export const readSubject = (value: unknown, at: At): Expression => {
  if (typeof value === 'number' && !at.grouped) return readReference(value, at)
  if (!isClause(value)) throw refuse(at, 'Expected a field or an expression.')
  return readExpression(value, at)
}

/** The `expressions` of a query. @throws {Refusal} */
export const readNamed = (value: unknown, at: At) =>
  Object.entries(value === undefined ? {} : readMap(value, at)).map(([name, expression]) => {
    const here = into(at, name.slice(0, 60))
    return {
      name: readName(name, here),
      expression: readExpression(expression, here),
      path: here.path,
    }
  })

const readMap = (value: unknown, at: At): object => {
  readKeys(value, at)
  return Object(value)
}
