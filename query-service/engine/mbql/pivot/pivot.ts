/** How the breakouts of a query stand in a pivot table, by their places among the breakouts. */
export type Pivot = {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Aggregations to show, by their places among them; absent: all. */
  readonly measures?: readonly number[]
  /** Totals of each row over all columns: they stand to the right. */
  readonly rowTotals: boolean
  /** Totals of each column over all rows, and over each group of rows: they stand below. */
  readonly columnTotals: boolean
  /**
   * Breakouts are rows first, then columns, and nothing else; what rows and columns there are is
   * asked for too, whether or not it is shown: they are laid out in the order of that.
   */
  readonly forSheet?: true
}

/** Whether it says where breakouts stand; where it does not, every combination is totalled. */
export const isSplit = ({ rows, columns }: Pick<Pivot, 'rows' | 'columns'>): boolean =>
  rows.length + columns.length > 0
