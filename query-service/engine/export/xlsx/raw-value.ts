import { rawText } from '../../format/cell-text.ts'
import type { ExportColumn } from '../exporter.ts'
import type { FormattedValueOf } from './formatted-value.ts'
import { cellText } from './sheet-text.ts'
import { isSheetNumber, serialByKind, sheetKind } from './sheet-value.ts'

const formats = {
  date: 'yyyy-mm-dd',
  dateTime: 'yyyy-mm-dd hh:mm:ss',
  time: 'hh:mm:ss',
} as const

const asText: FormattedValueOf = (cell) => ({ value: cellText(cell) })

/** Exact values in the types of a sheet, for sheets whose columns hold values of several kinds. */
export const rawValue = (column: ExportColumn): FormattedValueOf => {
  const kind = sheetKind(column.baseType)
  if (kind === 'text') return asText
  if (kind === 'number')
    return (cell) => (isSheetNumber(cell, column.baseType) ? { value: Number(cell) } : asText(cell))
  if (kind === 'boolean')
    return (cell) =>
      cell === 'true' || cell === 'false' ? { value: cell === 'true' } : asText(cell)
  const text = rawText(column)
  return (cell) => {
    const serial = serialByKind[kind](cell)
    if (serial === undefined) return asText(text(cell))
    return { value: Number(serial), numFmt: text(cell) === cell ? formats[kind] : formats.date }
  }
}
