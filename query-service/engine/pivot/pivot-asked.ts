import { type PivotOptions, pivotSettings } from '../../../shared/contract/pivot-options.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import { columnFinder } from '../format/column-finder.ts'
import type { Pivot } from '../mbql/pivot/pivot.ts'

/** The pivot that a request describes. */
export const pivotOf = ({
  pivot_rows,
  pivot_cols,
  pivot_measures,
  show_row_totals,
  show_column_totals,
}: PivotOptions): Pivot => ({
  rows: pivot_rows ?? [],
  columns: pivot_cols ?? [],
  ...(pivot_measures?.length ? { measures: pivot_measures } : {}),
  rowTotals: show_row_totals ?? true,
  columnTotals: show_column_totals ?? true,
})

/** Places of columns among `columns`; what is not there is passed over, what is there twice once. */
const placesOf = (
  entries: readonly Json[],
  columns: readonly ColumnMetadata[],
): readonly number[] => {
  const { byName, byReference } = columnFinder(columns)
  const found = entries.flatMap(
    (entry) => (typeof entry === 'string' ? byName(entry) : byReference(entry)) ?? [],
  )
  return [...new Set(found)].map((column) => columns.indexOf(column))
}

/**
 * The pivot that visualization settings, of any shape, describe of a result with these columns; of
 * no rows and no columns where they describe none.
 */
export const pivotFromSettings = (
  settings: Readonly<Record<string, unknown>>,
  columns: readonly ColumnMetadata[],
): Pivot => {
  const asked = pivotSettings.parse(settings)
  const { rows = [], columns: across = [], values = [] } = asked['pivot_table.column_split'] ?? {}
  const from = (source: ColumnMetadata['source']) =>
    columns.filter((column) => column.source === source)
  const down = placesOf(rows, from('breakout'))
  const measures = placesOf(values, from('aggregation'))
  return {
    rows: down,
    columns: placesOf(across, from('breakout')).filter((place) => !down.includes(place)),
    ...(measures.length > 0 ? { measures } : {}),
    rowTotals: asked['pivot.show_row_totals'],
    columnTotals: asked['pivot.show_column_totals'],
  }
}
