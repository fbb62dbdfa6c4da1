import type { ColumnMetadata } from '../../column-metadata.ts'
import type { Term } from '../term.ts'
import type { Selected } from './columns.ts'

/** One for all, so that it is found again where it is selected. */
export const groupingTerm: Term = { kind: 'grouping', baseType: 'type/Integer' }

const name = 'pivot-grouping'

const column: ColumnMetadata = {
  name,
  display_name: name,
  base_type: 'type/Integer',
  effective_type: 'type/Integer',
  semantic_type: null,
  source: 'breakout',
  field_ref: ['expression', name],
  expression_name: name,
}

/** The column that tells which breakouts a row of a pivot has been totalled over. */
export const groupingColumn: Selected = { term: groupingTerm, column }
