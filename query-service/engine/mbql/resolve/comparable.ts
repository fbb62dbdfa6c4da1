import { instantTypes, temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { bucketOf, type Moment, parseMoment } from '../../../../shared/sql/calendar.ts'
import { literalValue, momentValue, readMoment } from '../../../../shared/sql/literal.ts'
import {
  isExtraction,
  isTruncation,
  type TruncationUnit,
  type Weekday,
} from '../../../../shared/sql/temporal-unit.ts'
import type { Expression } from '../ast/expression.ts'
import type { Path } from '../ast/reference.ts'
import type { CompareOperator, Condition, Term } from '../term.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { bucketed, bucketOfTerm, isUnbucketed, plainTerm } from './term.ts'

/**
 * A term and what it is compared with. Comparing a bucket with a moment is comparing the bare
 * column with the two ends of that moment's bucket, which an index can answer.
 */
export type Comparable =
  | { readonly kind: 'point'; readonly left: Term; readonly right: Term }
  | {
      readonly kind: 'span'
      readonly left: Term
      readonly from: Term
      /** The first moment after the bucket. */
      readonly to: Term
    }

const isDay = (argument: Expression): boolean => {
  if (argument.kind === 'relative') return (argument.unit ?? 'day') === 'day'
  return (
    argument.kind === 'literal' &&
    typeof argument.value === 'string' &&
    parseMoment(argument.value)?.precision === 'date'
  )
}

/** Plain dates beside a bare date-time mean whole days; one value with a time makes all exact. */
export const termBeside = (term: Term, args: readonly Expression[]): Term => {
  const given = args.filter((argument) => argument.kind !== 'literal' || argument.value !== null)
  const meansDays = instantTypes.has(term.baseType) && isUnbucketed(term) && given.every(isDay)
  return meansDays ? { kind: 'bucketed', of: term, bucket: 'day', baseType: term.baseType } : term
}

const span = (
  left: Term,
  moment: Moment,
  unit: TruncationUnit,
  weekStart: Weekday,
  path: Path,
): Comparable => {
  const plain = plainTerm(left)
  const { from, to } = bucketOf(moment, unit, weekStart)
  const precision = plain.baseType === 'type/Date' ? 'date' : 'datetime'
  const end = (edge: Moment) => momentValue({ ...edge, precision }, path)
  return { kind: 'span', left: plain, from: end(from), to: end(to) }
}

const besideRelative = (
  left: Term,
  argument: Extract<Expression, { kind: 'relative' }>,
  scope: Scope,
): Comparable => {
  const bucket = bucketOfTerm(left)
  const unit = argument.unit ?? (bucket && isTruncation(bucket) ? bucket : 'day')
  const start = (amount: number) => resolveExpression({ ...argument, amount, unit }, scope)
  if (bucket === unit)
    return {
      kind: 'span',
      left: plainTerm(left),
      from: start(argument.amount),
      to: start(argument.amount + 1),
    }
  const right = start(argument.amount)
  const isCut = bucket !== undefined && (isTruncation(bucket) || isExtraction(bucket))
  return { kind: 'point', left, right: isCut ? bucketed(right, bucket, argument.path) : right }
}

const besideLiteral = (
  left: Term,
  { value }: Extract<Expression, { kind: 'literal' }>,
  path: Path,
  scope: Scope,
): Comparable => {
  if (value === null) throw invalid(path, 'This comparison needs a value, not null.')
  const bucket = bucketOfTerm(left)
  if (bucket === undefined || !isTruncation(bucket) || !temporalTypes.has(left.baseType))
    return { kind: 'point', left, right: literalValue(value, left.baseType, path) }
  const moment = readMoment(value, left.baseType, path)
  // Where a bucket starts depends on the session's time zone: the engine has to find out.
  if (moment.offset !== undefined || moment.precision === 'time')
    return { kind: 'point', left, right: bucketed(momentValue(moment, path), bucket, path) }
  return span(left, moment, bucket, scope.session.weekStart, path)
}

/** @throws {Refusal} 400 for null and for values that do not fit the term. */
export const comparable = (
  left: Term,
  argument: Expression,
  path: Path,
  scope: Scope,
): Comparable => {
  if (argument.kind === 'literal') return besideLiteral(left, argument, path, scope)
  if (argument.kind === 'relative' && temporalTypes.has(plainTerm(left).baseType))
    return besideRelative(left, argument, scope)
  return { kind: 'point', left, right: resolveExpression(argument, scope) }
}

type Edge = readonly [CompareOperator, 'from' | 'to']

const edges: { readonly [O in Exclude<CompareOperator, '=' | '<>'>]: Edge } = {
  '<': ['<', 'from'],
  '<=': ['<', 'to'],
  '>': ['>=', 'to'],
  '>=': ['>=', 'from'],
}

const edgeCondition = (
  operator: keyof typeof edges,
  pair: Extract<Comparable, { kind: 'span' }>,
): Condition => {
  const [edge, end] = edges[operator]
  return { kind: 'compare', operator: edge, left: pair.left, right: pair[end] }
}

export const compare = (operator: CompareOperator, pair: Comparable): Condition => {
  if (pair.kind === 'point')
    return { kind: 'compare', operator, left: pair.left, right: pair.right }
  if (operator === '=')
    return { kind: 'and', conditions: [edgeCondition('>=', pair), edgeCondition('<=', pair)] }
  if (operator === '<>')
    return { kind: 'or', conditions: [edgeCondition('<', pair), edgeCondition('>', pair)] }
  return edgeCondition(operator, pair)
}
