import { instantTypes, temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { isTruncation, type TruncationUnit } from '../../../../shared/sql/temporal-unit.ts'
import type { Argument, Path } from '../ast.ts'
import type { CompareOperator, Condition, ResolvedField, ResolvedValue } from '../resolved.ts'
import { bucketOf, type Moment, parseMoment } from './calendar.ts'
import { literalValue, momentValue, readMoment } from './literal.ts'
import { resolveField, type Scope, unbucketed } from './scope.ts'

/**
 * A field and what it is compared with. Comparing a bucket with a moment is comparing the bare
 * column with the two ends of that moment's bucket, which an index can answer.
 */
export type Comparable =
  | {
      readonly kind: 'point'
      readonly left: ResolvedField
      readonly right: ResolvedField | ResolvedValue
    }
  | {
      readonly kind: 'span'
      readonly left: ResolvedField
      readonly from: ResolvedValue
      /** The first moment after the bucket. */
      readonly to: ResolvedValue
    }

const isDateOnly = (argument: Argument): boolean =>
  argument.kind === 'literal' &&
  typeof argument.value === 'string' &&
  parseMoment(argument.value)?.precision === 'date'

/** Plain dates beside a bare date-time mean whole days; one value with a time makes all exact. */
export const fieldBeside = (field: ResolvedField, args: readonly Argument[]): ResolvedField => {
  const given = args.filter((argument) => argument.kind === 'field' || argument.value !== null)
  const meansDays =
    field.bucket === undefined && instantTypes.has(field.baseType) && given.every(isDateOnly)
  return meansDays ? { ...field, bucket: 'day' } : field
}

const span = (
  left: ResolvedField,
  moment: Moment,
  unit: TruncationUnit,
  scope: Scope,
): Comparable => {
  const { from, to } = bucketOf(moment, unit, scope.weekStart)
  const precision = left.field.base_type === 'type/Date' ? 'date' : 'datetime'
  const end = (edge: Moment) => momentValue({ ...edge, precision }, left.ref.path)
  return { kind: 'span', left: unbucketed(left), from: end(from), to: end(to) }
}

/** @throws {Refusal} 400 for null and for values that do not fit the field. */
export const comparable = (
  left: ResolvedField,
  argument: Argument,
  path: Path,
  scope: Scope,
): Comparable => {
  if (argument.kind === 'field')
    return { kind: 'point', left, right: resolveField(argument, scope) }
  const { value } = argument
  if (value === null) throw invalid(path, 'This comparison needs a value, not null.')
  const { bucket } = left
  if (bucket === undefined || !isTruncation(bucket) || !temporalTypes.has(left.baseType))
    return { kind: 'point', left, right: literalValue(value, left, path) }
  const moment = readMoment(value, left, path)
  // Where a bucket starts depends on the session's time zone: the engine has to find out.
  if (moment.offset !== undefined || moment.precision === 'time')
    return { kind: 'point', left, right: { ...momentValue(moment, path), unit: bucket } }
  return span(left, moment, bucket, scope)
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
