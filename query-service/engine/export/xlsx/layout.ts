import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { TextOf } from '../../format/column.ts'
import { type ExportColumn, type ExportRow, maxExportRows } from '../exporter.ts'

const maxColumns = 16_384
const sampledRows = 100
const minWidth = 8
const maxWidth = 255

/** @throws {Refusal} before anything is written. */
export const refuseTooManyColumns = (columns: readonly ExportColumn[]) => {
  if (columns.length <= maxColumns) return
  throw new Refusal(
    'validation',
    `An .xlsx file holds ${maxColumns} columns at the most; this result has ${columns.length}.`,
  )
}

/** @throws {Refusal} naming the cap. A sheet that ends early would pass for the whole result. */
export const refuseTooManyRows = (): never => {
  throw new Refusal(
    'validation',
    `An .xlsx file holds ${maxExportRows} rows at the most; filter the result or export it as csv.`,
  )
}

/**
 * Widths in characters, from the titles and the text of the first rows; two for the filter's arrow.
 */
export const columnWidths = (
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  textOf: (column: ExportColumn) => TextOf,
): readonly number[] => {
  const sample = rows.slice(0, sampledRows)
  return columns.map((column, index) => {
    const text = textOf(column)
    const longest = sample.reduce(
      (length, row) => Math.max(length, text(row[index] ?? '').length),
      column.displayName.length,
    )
    return Math.min(maxWidth, Math.max(minWidth, longest + 2))
  })
}

const letters = 26

/** 0 → `A`, 25 → `Z`, 26 → `AA`. */
export const columnLetters = (index: number): string =>
  (index >= letters ? columnLetters(Math.floor(index / letters) - 1) : '') +
  String.fromCharCode(65 + (index % letters))
