import type { Filter, InequalityOperator } from '../ast/filter.ts'

const opposite: { readonly [O in InequalityOperator]: InequalityOperator } = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/**
 * The opposite of a condition, pushed inwards. A negated equality or text match keeps rows without
 * a value; the opposite of an inequality does not, as everywhere in SQL.
 */
export const negate = (filter: Filter): Filter => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind === 'and' ? 'or' : 'and', filters: filter.filters.map(negate) }
    case 'inequality':
      return { ...filter, operator: opposite[filter.operator] }
    default:
      return { ...filter, negated: !filter.negated }
  }
}
