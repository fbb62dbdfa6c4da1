import type { TextOf } from '../../format/column.ts'
import type { ExportColumn } from '../exporter.ts'
import { refuseTooManyCells, refuseTooWide } from './bounds.ts'
import { headerOf, type SheetColumns, titlesOf } from './headings.ts'
import type { Line, PivotTable } from './pivot-table.ts'
import { blanks, cellOf, label, type SheetRow } from './sheet-cell.ts'

export type SheetTotals = { readonly rowTotals: boolean; readonly columnTotals: boolean }

/** A pivot table as people see it: headers, groups, subtotals, totals. */
export type PivotSheet = {
  readonly header: readonly SheetRow[]
  /** Columns that name the rows. */
  readonly titleColumns: number
  /** From the first row, each time it is called. */
  body(): Generator<SheetRow, void, undefined>
}

/**
 * Lays out a pivot table. `textOf` writes the values in the names of subtotals.
 * @throws {Refusal} 400 for one too large
 */
export const layOut = (
  { down, across, line, columnNumber }: PivotTable,
  standing: SheetColumns,
  totals: SheetTotals,
  textOf: (column: ExportColumn) => TextOf,
): PivotSheet => {
  const { rows, columns, measures } = standing
  const hasRowTotals = totals.rowTotals && columns.length > 0
  const hasGrandTotals = totals.columnTotals && rows.length > 0
  const width = rows.length + (across.count(false) + (hasRowTotals ? 1 : 0)) * measures.length
  refuseTooWide(width)
  const height = down.count(totals.columnTotals) + (hasGrandTotals ? 1 : 0)
  refuseTooManyCells(height * width)

  const keys = [...across.entries(false)].map(({ key }) => key)
  const numbers = [...keys, ...(hasRowTotals ? [[]] : [])].map(columnNumber)
  const valuesIn = (groups: Line): SheetRow =>
    numbers.flatMap((number) => {
      const cells = groups.get(number)
      return measures.map((measure, index) => cellOf(cells?.[index], measure))
    })

  return {
    header: headerOf(standing, keys, hasRowTotals),
    titleColumns: rows.length,
    *body() {
      for (const entry of down.entries(totals.columnTotals))
        yield [...titlesOf(entry, rows, textOf), ...valuesIn(line(entry.key))]
      if (hasGrandTotals)
        yield [label('Grand totals'), ...blanks(rows.length - 1), ...valuesIn(line([]))]
    },
  }
}
