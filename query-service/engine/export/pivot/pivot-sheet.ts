import type { Cell } from '../../../../shared/ports/engine-driver.ts'
import type { ExportColumn } from '../exporter.ts'
import type { Entry, Key } from './axis.ts'
import { refuseTooManyCells, refuseTooWide } from './bounds.ts'
import type { Line, PivotTable } from './pivot-table.ts'

/** Blank, words of ours, or a value of a column, which says how it looks. */
export type SheetCell =
  | null
  | { readonly label: string }
  | { readonly of: ExportColumn; readonly value: string }

export type SheetRow = readonly SheetCell[]

/** The columns of the result, by where they stand in the sheet. */
export type SheetColumns = {
  readonly rows: readonly ExportColumn[]
  readonly columns: readonly ExportColumn[]
  readonly measures: readonly ExportColumn[]
}

export type SheetTotals = { readonly rowTotals: boolean; readonly columnTotals: boolean }

/** A pivot table as people see it: headers, groups, subtotals, totals. */
export type PivotSheet = {
  readonly header: readonly SheetRow[]
  /** Columns that name the rows. */
  readonly titleColumns: number
  body(): Generator<SheetRow, void, undefined>
}

const label = (text: string): SheetCell => ({ label: text })
const blanks = (count: number): SheetRow => Array.from({ length: Math.max(0, count) }, () => null)
const title = ({ displayName }: ExportColumn): SheetCell => label(displayName)

const cellOf = (value: Cell | undefined, of: ExportColumn | undefined): SheetCell =>
  value === null || value === undefined || !of ? null : { of, value }

const empty = '(empty)'

/** A group that has no value is a group all the same. */
const heading = (value: Cell | undefined, of: ExportColumn | undefined): SheetCell =>
  cellOf(value, of) ?? label(empty)

/**
 * Lays out a pivot table. `textOf` writes the values in the names of subtotals.
 * @throws {Refusal} 400 for one too large
 */
export const layOut = (
  table: PivotTable,
  { rows, columns, measures }: SheetColumns,
  totals: SheetTotals,
  textOf: (column: ExportColumn) => (value: string) => string,
): PivotSheet => {
  const hasRowTotals = totals.rowTotals && columns.length > 0
  const hasGrandTotals = totals.columnTotals && rows.length > 0
  const width = rows.length + (table.across.count(false) + (hasRowTotals ? 1 : 0)) * measures.length
  refuseTooWide(width)
  const height = table.down.count(totals.columnTotals) + (hasGrandTotals ? 1 : 0)
  refuseTooManyCells(height * width)

  const across: readonly Key[] = [...table.across.entries(false)].map(({ key }) => key)
  const numbers = [...across, ...(hasRowTotals ? [[]] : [])].map(table.columnNumber)

  const valuesIn = (line: Line): SheetRow =>
    numbers.flatMap((number) => {
      const cells = line.get(number)
      return measures.map((measure, index) => cellOf(cells?.[index], measure))
    })

  const header = (): readonly SheetRow[] => {
    const levels = columns.map((column, level): SheetRow => {
      const groups = across.flatMap((key) => measures.map(() => heading(key[level], column)))
      const total = level === 0 ? label('Row totals') : null
      return [...groups, ...(hasRowTotals ? measures.map(() => total) : [])]
    })
    const names = measures.length > 1 || columns.length === 0
    const all = names ? [...levels, numbers.flatMap(() => measures.map(title))] : levels
    return all.map((row, index) => [
      ...(index === all.length - 1 ? rows.map(title) : blanks(rows.length)),
      ...row,
    ])
  }

  const nameOf = (value: Cell | undefined, column: ExportColumn | undefined): string =>
    value === null || value === undefined || !column ? empty : textOf(column)(value)

  const titles = ({ key, isTotal }: Entry): SheetRow => {
    const last = key.length - 1
    const own = key.map((value, level) =>
      isTotal && level === last
        ? label(`Totals for ${nameOf(value, rows[level])}`)
        : heading(value, rows[level]),
    )
    return [...own, ...blanks(rows.length - key.length)]
  }

  return {
    header: header(),
    titleColumns: rows.length,
    *body() {
      for (const entry of table.down.entries(totals.columnTotals))
        yield [...titles(entry), ...valuesIn(table.line(entry.key))]
      if (hasGrandTotals)
        yield [label('Grand totals'), ...blanks(rows.length - 1), ...valuesIn(table.line([]))]
    },
  }
}
