import { invalid, refuseUnless } from '../../../../shared/kernel/refusal.ts'
import type { Expression } from '../ast/expression.ts'
import type { Reference } from '../ast/reference.ts'
import type { Mbql } from '../ast.ts'
import { plainAggregations } from '../metrics.ts'
import { groupingsOf } from '../pivot/groupings.ts'
import type { Resolved } from '../resolved.ts'
import type { Term } from '../term.ts'
import {
  aggregationColumn,
  implicitRef,
  referenceColumn,
  type Selected,
  withUniqueNames,
} from './columns.ts'
import { resolveExpression } from './expression.ts'
import { groupingColumn, groupingTerm } from './grouping.ts'
import type { OpenJoin } from './join.ts'
import { resolveOrders } from './order.ts'
import { resolveBreakout, resolveReference, type Scope } from './scope.ts'
import { distinctBy } from './term.ts'
import { holdsAggregate, holdsWindow } from './walk.ts'

export type Selection = Pick<
  Resolved,
  'selection' | 'columns' | 'breakouts' | 'groupings' | 'orders'
>

const select = (ref: Reference, scope: Scope): Selected => {
  const term = resolveReference(ref, scope)
  return { term, column: referenceColumn(ref, term, 'fields') }
}

const sourceFields = (query: Mbql, scope: Scope): readonly Reference[] =>
  scope.source.columns.map((column) => implicitRef(column, scope.source, query.source.path))

const expressionRefs = (query: Mbql): readonly Reference[] =>
  query.expressions.map(({ name, path }) => ({ kind: 'expression', name, path }))

/** An expression that is but a column stays a column of its own. */
const expressionName = ({ column }: Selected): string => column.expression_name ?? ''

/** The columns a join adds to what is selected. */
const joinedFields = ({ join, alias }: OpenJoin, scope: Scope): readonly Reference[] => {
  const relation = scope.joined.get(alias)
  if (join.fields !== 'all') return join.fields.map((ref) => ({ joinAlias: alias, ...ref }))
  if (!relation || relation.columns.length === 0)
    throw invalid(`${join.path}.fields`, 'The fields of this join are not known: name them.')
  return relation.columns.map((column) => implicitRef(column, relation, join.path, alias))
}

/** Columns of SQL that nobody named: the database tells what they are. */
const unknownColumns = (query: Mbql, scope: Scope): Selection => {
  const isAlone =
    query.expressions.length === 0 && query.joins.every(({ fields }) => fields.length === 0)
  refuseUnless(isAlone, 'validation', 'Name the fields of the SQL that this query is to show.', {
    errors: { [query.source.path]: 'Its fields are not known.' },
  })
  const orders = resolveOrders(query, { breakouts: [], aggregations: [] }, scope)
  return { selection: [], columns: undefined, breakouts: [], orders }
}

const plainSelection = (query: Mbql, joins: readonly OpenJoin[], scope: Scope): Selection => {
  const isNamed = query.fields.length > 0
  if (!isNamed && scope.source.columns.length === 0 && query.source.kind !== 'table')
    return unknownColumns(query, scope)
  const own = isNamed ? query.fields : [...sourceFields(query, scope), ...expressionRefs(query)]
  const refs = [...own, ...joins.flatMap((join) => joinedFields(join, scope))]
  refuseUnless(refs.length > 0, 'validation', 'The table of this query has no fields to show.')
  const selected = distinctBy(
    refs.map((ref) => select(ref, scope)),
    ({ term }) => term,
    expressionName,
  )
  return {
    selection: selected.map(({ term }) => term),
    columns: withUniqueNames(selected.map(({ column }) => column)),
    breakouts: [],
    orders: resolveOrders(query, { breakouts: [], aggregations: [] }, scope),
  }
}

const resolveAggregation = (expression: Expression, scope: Scope): Term => {
  const term = resolveExpression(expression, scope)
  if (!holdsAggregate(term)) throw invalid(expression.path, 'This aggregates nothing.')
  return term
}

/** `fields` says nothing about a grouped result, yet must name fields one may read. */
const groupedSelection = (query: Mbql, scope: Scope): Selection => {
  for (const ref of query.fields) resolveReference(ref, scope)
  const breakouts = distinctBy(
    query.breakouts.map((ref): Selected => {
      const term = resolveBreakout(ref, scope)
      return { term, column: referenceColumn(ref, term, 'breakout') }
    }),
    ({ term }) => term,
    expressionName,
  )
  const { pivot } = query
  if (pivot && distinctBy(breakouts, ({ term }) => term).length < query.breakouts.length)
    throw invalid('query.breakout', 'A pivot names each of its breakouts once.')
  const nameOf = (ref: Reference): string =>
    referenceColumn(ref, resolveReference(ref, scope), 'fields').display_name
  const aggregations = plainAggregations(query).map((named, index): Selected => {
    const term = resolveAggregation(named.expression, scope)
    return { term, column: aggregationColumn(named, term, index, nameOf) }
  })
  const selected = [...breakouts, ...(pivot ? [groupingColumn] : []), ...aggregations]
  const terms = {
    breakouts: breakouts.map(({ term }) => term),
    aggregations: aggregations.map(({ term }) => term),
  }
  return {
    selection: selected.map(({ term }) => term),
    columns: withUniqueNames(selected.map(({ column }) => column)),
    breakouts: terms.breakouts,
    ...(pivot ? { groupings: groupingsOf(breakouts.length, pivot) } : {}),
    orders: [
      ...(pivot ? [{ direction: 'asc', by: groupingTerm } as const] : []),
      ...resolveOrders(query, terms, scope),
    ],
  }
}

export const resolveSelection = (
  query: Mbql,
  joins: readonly OpenJoin[],
  scope: Scope,
): Selection => {
  const isGrouped = query.breakouts.length + query.aggregations.length > 0
  return isGrouped ? groupedSelection(query, scope) : plainSelection(query, joins, scope)
}

/** Whether a selection looks at other groups than its own. */
export const hasWindows = ({ selection }: Pick<Selection, 'selection'>): boolean =>
  selection.some(holdsWindow)
