import type { Resolved } from '../resolved.ts'
import type { Term } from '../term.ts'
import type { Grouping } from './groupings.ts'

const missing = ({ baseType }: Term): Term => ({
  kind: 'value',
  type: 'inferred',
  value: null,
  baseType,
})

/**
 * A query with groupings as one query for each, for engines that group but once. They differ in
 * their breakouts alone, select the same columns, and have neither order nor slice: those are of
 * all of them together. Their `grouping` term stands for `grouping`.
 */
export const perGrouping = (
  query: Resolved,
): readonly { readonly grouping: Grouping; readonly query: Resolved }[] => {
  const { groupings = [], ...whole } = query
  return groupings.map((grouping) => {
    const isKept = (_: Term, place: number) => (grouping & (1 << place)) === 0
    const breakouts = query.breakouts.filter(isKept)
    const left = new Set(query.breakouts.filter((term, place) => !isKept(term, place)))
    const selection = query.selection.map((term) => (left.has(term) ? missing(term) : term))
    return { grouping, query: { ...whole, selection, breakouts, orders: [], slice: {} } }
  })
}
