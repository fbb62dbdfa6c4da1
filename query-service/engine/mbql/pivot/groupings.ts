import { isSplit, type Pivot } from './pivot.ts'

/**
 * A set of breakouts to group by, told by those it leaves out: bit i is set where breakout i is
 * missing. 0 groups by all of them, 2^n − 1 by none.
 */
export type Grouping = number

const groupingBy = (kept: readonly number[], breakouts: number): Grouping =>
  Array.from({ length: breakouts }, (_, place) => (kept.includes(place) ? 0 : 2 ** place)).reduce(
    (mask, bit) => mask + bit,
    0,
  )

/** From the first one on, each time one more, but never all. */
const properPrefixes = (places: readonly number[]) =>
  places.slice(1).map((_, index) => places.slice(0, index + 1))

const setsOf = ({ rows, columns, rowTotals, columnTotals, forSheet }: Pivot) => {
  const prefixes = properPrefixes(rows)
  const isTotalled = rowTotals && columnTotals
  return [
    ...(columnTotals ? prefixes.map((prefix) => [...prefix, ...columns]) : []),
    ...(rowTotals || forSheet ? [rows] : []),
    ...(isTotalled ? prefixes : []),
    ...(columnTotals || forSheet ? [columns] : []),
    ...(isTotalled ? [[]] : []),
  ]
}

/** All that a pivot table groups by, the finest first: cells, subtotals, totals, the grand total. */
export const groupingsOf = (breakouts: number, pivot: Pivot): readonly Grouping[] => {
  if (!isSplit(pivot)) return Array.from({ length: 2 ** breakouts }, (_, mask) => mask)
  const masks = setsOf(pivot).map((kept) => groupingBy(kept, breakouts))
  return [...new Set([0, ...masks])].sort((one, other) => one - other)
}
