import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { Expression } from '../ast/expression.ts'
import type { Mbql, Order } from '../ast.ts'
import type { ResolvedOrder } from '../resolved.ts'
import type { Term } from '../term.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { distinctBy, isSame, plainTerm } from './term.ts'

type Grouping = { readonly breakouts: readonly Term[]; readonly aggregations: readonly Term[] }

/** A bare field means the breakout of that field, whatever bucket that has. */
const breakoutOf = (by: Expression, { breakouts }: Grouping, scope: Scope): Term => {
  const term = resolveExpression(by, scope)
  const breakout = breakouts.find(
    (one) => isSame(one, term) || (plainTerm(term) === term && plainTerm(one) === term),
  )
  if (breakout) return breakout
  throw invalid(by.path, 'A grouped result is ordered by its breakouts and aggregations.')
}

const subjectOf = ({ by, path }: Order, grouping: Grouping, grouped: boolean, scope: Scope) => {
  if (by.kind !== 'aggregation')
    return grouped ? breakoutOf(by, grouping, scope) : resolveExpression(by, scope)
  const aggregation = grouping.aggregations[by.index]
  if (!aggregation) throw invalid(path, `There is no aggregation ${by.index}.`)
  return aggregation
}

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
  return distinctBy([...asked, ...implied], ({ by }) => by)
}
