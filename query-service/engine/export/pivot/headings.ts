import type { Cell } from '../../../../shared/ports/engine-driver.ts'
import type { TextOf } from '../../format/column.ts'
import type { ExportColumn } from '../exporter.ts'
import type { Entry, Key } from './axis.ts'
import { blanks, cellOf, label, type SheetCell, type SheetRow } from './sheet-cell.ts'

/** What stands for a group that has no value: it is a group all the same. */
const empty = '(empty)'

const heading = (value: Cell | undefined, of: ExportColumn | undefined): SheetCell =>
  cellOf(value, of) ?? label(empty)

const title = ({ displayName }: ExportColumn): SheetCell => label(displayName)

/** The columns of the result, by where they stand in the sheet. */
export type SheetColumns = {
  readonly rows: readonly ExportColumn[]
  readonly columns: readonly ExportColumn[]
  readonly measures: readonly ExportColumn[]
}

/**
 * The lines above the values: one for each breakout along the top, and one for the names of the
 * measures unless a single one goes without saying. Titles of the rows are in the last.
 */
export const headerOf = (
  { rows, columns, measures }: SheetColumns,
  across: readonly Key[],
  hasRowTotals: boolean,
): readonly SheetRow[] => {
  const levels = columns.map((column, level): SheetRow => {
    const groups = across.flatMap((key) => measures.map(() => heading(key[level], column)))
    const total = level === 0 ? label('Row totals') : null
    return [...groups, ...(hasRowTotals ? measures.map(() => total) : [])]
  })
  const columnCount = across.length + (hasRowTotals ? 1 : 0)
  const names = Array.from({ length: columnCount }, () => measures.map(title)).flat()
  const all = measures.length > 1 || columns.length === 0 ? [...levels, names] : levels
  return all.map((row, index) => [
    ...(index === all.length - 1 ? rows.map(title) : blanks(rows.length)),
    ...row,
  ])
}

/** What stands before the values of a row: its groups, or whose subtotal it is. */
export const titlesOf = (
  { key, isTotal }: Entry,
  rows: readonly ExportColumn[],
  textOf: (column: ExportColumn) => TextOf,
): SheetRow => {
  const nameOf = (value: Cell | undefined, column: ExportColumn | undefined): string =>
    value === null || value === undefined || !column ? empty : textOf(column)(value)
  const own = key.map((value, level) =>
    isTotal && level === key.length - 1
      ? label(`Totals for ${nameOf(value, rows[level])}`)
      : heading(value, rows[level]),
  )
  return [...own, ...blanks(rows.length - key.length)]
}
