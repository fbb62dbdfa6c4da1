import { z } from 'zod'

/** Places in a list of a query, counted from 0. */
const places = z
  .array(z.int().min(0).max(1_000))
  .max(100)
  .refine((all) => new Set(all).size === all.length, 'must name each place once')
  .nullish()

/** How the breakouts of a query stand in a pivot table. Without rows and columns all is totalled. */
export const pivotOptions = {
  /** Breakouts down the side, the outermost first. */
  pivot_rows: places,
  /** Breakouts along the top. */
  pivot_cols: places,
  /** Aggregations that a file shows; all without. */
  pivot_measures: places,
  /** Totals to the right of each row, and below each column; null stands for true. */
  show_row_totals: z.boolean().nullish(),
  show_column_totals: z.boolean().nullish(),
}
export type PivotOptions = z.infer<z.ZodObject<typeof pivotOptions>>

/** No breakout stands in rows and in columns. */
export const standsOnce = ({ pivot_rows, pivot_cols }: PivotOptions): boolean =>
  !pivot_cols?.some((place) => pivot_rows?.includes(place))

export const standsTwice = {
  path: ['pivot_cols'],
  message: 'must not name a breakout that is in pivot_rows',
}

const entries = z.array(z.json()).catch([])
const flag = z.boolean().catch(true)

/**
 * What of a question's visualization settings says how it is pivoted; reading never fails. Entries
 * are names or references of columns: breakouts in `rows` and `columns`, aggregations in `values`.
 */
export const pivotSettings = z.object({
  'pivot_table.column_split': z
    .object({ rows: entries, columns: entries, values: entries })
    .optional()
    .catch(undefined),
  'pivot.show_row_totals': flag,
  'pivot.show_column_totals': flag,
})
