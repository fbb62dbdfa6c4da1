import type { TextOf } from '../../format/column.ts'
import type { ExportColumn } from '../exporter.ts'
import type { PivotSheet } from './pivot-sheet.ts'
import type { SheetCell } from './sheet-cell.ts'

const sampledRows = 100
const minWidth = 8
const maxWidth = 255

/** Widths of a sheet's columns in characters, from its headers and its first rows. */
export const widthsOf = (
  { header, body }: PivotSheet,
  textOf: (column: ExportColumn) => TextOf,
): readonly number[] => {
  const widths: number[] = []
  const lengthOf = (cell: SheetCell): number => {
    if (cell === null) return 0
    return ('label' in cell ? cell.label : textOf(cell.of)(cell.value)).length
  }
  const take = (row: readonly SheetCell[]): void =>
    row.forEach((cell, place) => {
      const width = Math.min(maxWidth, Math.max(minWidth, lengthOf(cell) + 2))
      widths[place] = Math.max(widths[place] ?? minWidth, width)
    })
  header.forEach(take)
  let taken = 0
  for (const row of body()) {
    if (taken === sampledRows) break
    take(row)
    taken += 1
  }
  return widths
}
