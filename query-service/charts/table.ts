import { numericTypes } from '../../shared/kernel/base-type.ts'
import { presentColumns } from '../engine/format/present-columns.ts'
import { valueText } from '../engine/format/value-text.ts'
import type { ChartResult } from './chart.ts'
import type { DataTable } from './picture.ts'

/** More nobody reads on a page; files hold them all. */
export const mostRows = 2_000

/** A result as its settings show it: which columns, in which order, how their values look. */
export const tableOf = ({ columns, rows }: ChartResult, settings: unknown): DataTable => {
  const shown = presentColumns(columns, settings, { formatRows: true }).map((column) => ({
    place: column.place,
    title: column.displayName,
    isNumber: numericTypes.has(column.baseType) && column.unit === undefined,
    text: valueText(column),
  }))
  return {
    columns: shown.map(({ title, isNumber }) => ({ title, isNumber })),
    rows: rows
      .slice(0, mostRows)
      .map((row) => shown.map(({ place, text }) => text(row[place] ?? null))),
  }
}
