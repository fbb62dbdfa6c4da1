import { isNothing } from '../../../shared/kernel/raw.ts'
import type { RawParameter } from '../../../shared/sql/parameter.ts'
import type { Filter } from './ast/filter.ts'
import type { Reference } from './ast/reference.ts'
import type { Mbql } from './ast.ts'
import { parameterFilter } from './parameters/condition.ts'
import { readTarget, type Target } from './parameters/target.ts'
import { type At, into, refuse, start } from './schema/clause.ts'
import { readBucket } from './schema/unit.ts'

type Change = (query: Mbql) => Mbql

const both = (one: Filter | undefined, other: Filter): Filter =>
  one ? { kind: 'and', filters: [one, other] } : other

const filterBy =
  (filter: Filter): Change =>
  (query) => ({ ...query, filter: both(query.filter, filter) })

const isSameColumn = (one: Reference, other: Reference): boolean =>
  one.kind === 'field' && other.kind === 'field'
    ? one.id === other.id && one.joinAlias === other.joinAlias
    : one.kind === 'expression' && other.kind === 'expression' && one.name === other.name

/** Gives the breakout of this column another unit. */
const regroupBy = ({ column }: Target, value: unknown, at: At): Change => {
  const unit = readBucket(value, into(at, 'value'))
  return (query) => ({
    ...query,
    breakouts: query.breakouts.map((one) => (isSameColumn(one, column) ? { ...one, unit } : one)),
    orders: query.orders.map((order) => {
      const { by } = order
      const isTarget = (by.kind === 'field' || by.kind === 'expression') && isSameColumn(by, column)
      return isTarget && by.unit !== undefined ? { ...order, by: { ...by, unit } } : order
    }),
  })
}

const changeOf = (parameter: RawParameter, target: Target, value: unknown, at: At): Change => {
  if (parameter.type === 'temporal-unit') return regroupBy(target, value, at)
  return filterBy(parameterFilter(parameter, target.reference, value, at))
}

const depthOf = ({ source }: Mbql): number =>
  source.kind === 'query' ? 1 + depthOf(source.query) : 0

/** Changes the stage counted from the innermost, which is 0; -1 is the outermost. */
const changeStage = (query: Mbql, stage: number, change: Change, at: At): Mbql => {
  const depth = depthOf(query)
  if (stage < 0 || stage === depth) return change(query)
  if (stage > depth || query.source.kind !== 'query')
    throw refuse(into(at, 'target'), 'There is no stage of this number.')
  const inner = changeStage(query.source.query, stage, change, at)
  return { ...query, source: { ...query.source, query: inner } }
}

const isNone = (target: unknown): boolean => target === undefined || target === null

/**
 * The columns that parameters are about, whether or not they have a value yet.
 * @throws {Refusal} 400 for a target that is no column: nobody could tell what a value of it reads
 */
export const targetsOf = (
  parameters: readonly RawParameter[] | null | undefined,
): readonly Reference[] =>
  (parameters ?? []).flatMap(({ target }, index) =>
    isNone(target) ? [] : [readTarget(target, start(`parameters[${index}].target`)).column],
  )

/**
 * A query with its parameters put in: a condition for each that has a value, all of which hold.
 * @throws {Refusal} 400 for a value that does not fit its type, and for a target that is none: rows
 * a parameter was meant to leave out are never answered.
 */
export const withParameters = (
  query: Mbql,
  parameters: readonly RawParameter[] | null | undefined,
): Mbql =>
  (parameters ?? []).reduce<Mbql>((changed, parameter, index) => {
    const value = isNothing(parameter.value) ? parameter.default : parameter.value
    if (isNothing(value)) return changed
    const at = start(`parameters[${index}]`)
    const target = readTarget(parameter.target, into(at, 'target'))
    return changeStage(changed, target.stage, changeOf(parameter, target, value, at), at)
  }, query)
