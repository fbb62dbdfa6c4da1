import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { FieldRef, Mbql, Order } from '../ast.ts'
import type { ResolvedAggregation, ResolvedField, ResolvedOrder } from '../resolved.ts'
import { resolveField, type Scope } from './scope.ts'

type Grouping = {
  readonly breakouts: readonly ResolvedField[]
  readonly aggregations: readonly ResolvedAggregation[]
}

const isSame = (one: ResolvedField, other: ResolvedField) =>
  one.field.id === other.field.id && one.bucket === other.bucket

/** A bare field means the breakout of that field, whatever bucket that has. */
const breakoutOf = (ref: FieldRef, { breakouts }: Grouping, scope: Scope): ResolvedField => {
  const field = resolveField(ref, scope)
  const breakout = breakouts.find(
    (one) => isSame(one, field) || (field.bucket === undefined && one.field.id === field.field.id),
  )
  if (breakout) return breakout
  throw invalid(ref.path, 'A grouped result is ordered by its breakouts and aggregations.')
}

const subjectOf = (order: Order, grouping: Grouping, grouped: boolean, scope: Scope) => {
  const { by, path } = order
  if (by.kind === 'field')
    return grouped ? breakoutOf(by, grouping, scope) : resolveField(by, scope)
  const aggregation = grouping.aggregations[by.index]
  if (!aggregation) throw invalid(path, `There is no aggregation ${by.index}.`)
  return aggregation
}

const isRepeated = (order: ResolvedOrder, earlier: readonly ResolvedOrder[]) =>
  earlier.some(({ by }) =>
    by.kind === 'field' && order.by.kind === 'field' ? isSame(by, order.by) : by === order.by,
  )

/** The orders asked for, then every breakout not yet among them, ascending. @throws {Refusal} */
export const resolveOrders = (
  query: Mbql,
  grouping: Grouping,
  scope: Scope,
): readonly ResolvedOrder[] => {
  const grouped = grouping.breakouts.length + grouping.aggregations.length > 0
  const asked = query.orders.map(
    (order): ResolvedOrder => ({
      direction: order.direction,
      by: subjectOf(order, grouping, grouped, scope),
    }),
  )
  const implied = grouping.breakouts.map((by): ResolvedOrder => ({ direction: 'asc', by }))
  const orders: ResolvedOrder[] = []
  for (const order of [...asked, ...implied]) if (!isRepeated(order, orders)) orders.push(order)
  return orders
}
