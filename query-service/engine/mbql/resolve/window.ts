import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { ColumnMetadata } from '../../column-metadata.ts'
import type { Resolved } from '../resolved.ts'
import type { Column, Term } from '../term.ts'
import { groupingTerm } from './grouping.ts'
import { mapTerm } from './walk.ts'

/** Without groups to look back at, a running sum is the sum. */
const withoutGroups = (term: Term): Term =>
  mapTerm(term, (one) => {
    if (one.kind !== 'window') return undefined
    if (one.window === 'neighbour')
      throw invalid('aggregation', 'An offset needs a breakout to go along.')
    return withoutGroups(one.of)
  })

const placeholder = (name: string, baseType: Column['baseType']): ColumnMetadata => ({
  name,
  display_name: name,
  base_type: baseType,
  effective_type: baseType,
  semantic_type: null,
  source: 'fields',
  field_ref: null,
})

const alias = 'source'

/** The columns of the inner query, by what they hold. */
const innerColumns = () => {
  const columns = new Map<Term, Column>()
  return {
    columns,
    columnFor: (term: Term): Column => {
      const known = columns.get(term)
      if (known) return known
      const name = `c${columns.size + 1}`
      const { baseType } = term
      const metadata = placeholder(name, baseType)
      const column: Column = {
        kind: 'column',
        relation: alias,
        name,
        baseType,
        databaseType: '',
        metadata,
      }
      columns.set(term, column)
      return column
    },
  }
}

/**
 * A query with running sums in two stages: the inner one groups, the outer one looks along the
 * groups, and in a pivot along those of each grouping by themselves. Not in one, as engines disagree
 * on which expressions are those they have grouped by.
 */
export const inStages = (query: Resolved): Resolved => {
  if (query.breakouts.length === 0)
    return {
      ...query,
      selection: query.selection.map(withoutGroups),
      orders: query.orders.map((order) => ({ ...order, by: withoutGroups(order.by) })),
    }
  const { columns, columnFor } = innerColumns()
  const breakouts = query.breakouts.map(columnFor)
  const known = new Map<Term, Term>()
  const outer = (term: Term): Term => {
    const before = known.get(term)
    if (before) return before
    const after = mapTerm(term, (one) =>
      one.kind === 'aggregate' || one.kind === 'grouping' || columns.has(one)
        ? columnFor(one)
        : undefined,
    )
    known.set(term, after)
    return after
  }
  const selection = query.selection.map(outer)
  const orders = query.orders.map(({ by, direction }) => ({ direction, by: outer(by) }))
  const terms = [...columns.keys()]
  const inner: Resolved = {
    ...query,
    selection: terms,
    columns: [...columns.values()].map(({ metadata }) => metadata),
    orders: [],
    slice: {},
  }
  return {
    source: { kind: 'query', query: inner },
    alias,
    joins: [],
    weekStart: query.weekStart,
    selection,
    columns: query.columns,
    breakouts: [],
    along: query.groupings ? [columnFor(groupingTerm), ...breakouts] : breakouts,
    orders,
    slice: query.slice,
  }
}
