import { refuseUnless } from '../../../shared/kernel/refusal.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { FieldRef, Mbql } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { resolveAggregation } from './resolve/aggregation.ts'
import { aggregationColumn, fieldColumn, implicitRef, withUniqueNames } from './resolve/columns.ts'
import { resolveFilter } from './resolve/condition.ts'
import { resolveOrders } from './resolve/order.ts'
import { openScope, resolveBreakout, resolveField, type Scope } from './resolve/scope.ts'
import type { Resolved, ResolvedField } from './resolved.ts'

/** Each column once, in the order of its first mention. */
const distinct = (fields: readonly ResolvedField[]): readonly ResolvedField[] => {
  const seen = new Map(fields.map((one) => [`${one.field.id}/${one.bucket ?? ''}`, one]))
  return [...seen.values()]
}

const plainFields = (query: Mbql, scope: Scope): readonly ResolvedField[] => {
  const refs: readonly FieldRef[] =
    query.fields.length > 0
      ? query.fields
      : scope.fields.map((field) => implicitRef(field.id, query.source.path))
  refuseUnless(refs.length > 0, 'validation', 'The table of this query has no fields to show.')
  return distinct(refs.map((ref) => resolveField(ref, scope)))
}

type Selected = Pick<Resolved, 'selection' | 'columns' | 'breakouts' | 'grouped' | 'orders'>

/** `fields` says nothing about a grouped result, yet must name fields one may read. */
const groupedSelection = (query: Mbql, scope: Scope): Selected => {
  for (const ref of query.fields) resolveField(ref, scope)
  const breakouts = distinct(query.breakouts.map((ref) => resolveBreakout(ref, scope)))
  const aggregations = query.aggregations.map((one) => resolveAggregation(one, scope))
  const columns = [
    ...breakouts.map((breakout) => fieldColumn(breakout, 'breakout')),
    ...query.aggregations.flatMap((named, index) => {
      const resolved = aggregations[index]
      return resolved ? [aggregationColumn(resolved, named, index)] : []
    }),
  ]
  return {
    selection: [...breakouts, ...aggregations],
    columns: withUniqueNames(columns),
    breakouts,
    grouped: true,
    orders: resolveOrders(query, { breakouts, aggregations }, scope),
  }
}

const plainSelection = (query: Mbql, scope: Scope): Selected => {
  const selection = plainFields(query, scope)
  return {
    selection,
    columns: withUniqueNames(selection.map((field) => fieldColumn(field, 'fields'))),
    breakouts: [],
    grouped: false,
    orders: resolveOrders(query, { breakouts: [], aggregations: [] }, scope),
  }
}

/**
 * Finds every column a query names and settles what it means.
 * @throws {Refusal} 400 for tables and fields that are not there, without telling why.
 */
export const resolve = (query: Mbql, catalogue: Catalogue, weekStart: Weekday): Resolved => {
  const scope = openScope(query.source, catalogue, weekStart)
  const grouped = query.breakouts.length + query.aggregations.length > 0
  const selected = grouped ? groupedSelection(query, scope) : plainSelection(query, scope)
  const condition = query.filter && resolveFilter(query.filter, scope)
  return {
    table: scope.table,
    weekStart,
    ...selected,
    ...(condition ? { condition } : {}),
    tables: [scope.table.id],
    fields: [...scope.touched],
  }
}
