import { setImmediate as breathe } from 'node:timers/promises'
import { formattedText, rawText } from '../../format/cell-text.ts'
import { isNumeric, quoted, textField } from '../csv.ts'
import type { ExportOptions, ExportSink } from '../exporter.ts'
import { perColumn } from './per-column.ts'
import type { PivotSheet } from './pivot-sheet.ts'
import type { SheetCell, SheetRow } from './sheet-cell.ts'

const chunkCharacters = 64 * 1024

/** Writes a pivot table as csv, quoted and guarded against formulas like any other. */
export const writePivotCsv = async (
  sheet: PivotSheet,
  sink: ExportSink,
  options: ExportOptions,
): Promise<void> => {
  const textOf = perColumn(options.formatRows ? formattedText : rawText)
  const field = (cell: SheetCell): string => {
    if (cell === null) return ''
    if ('label' in cell) return textField(cell.label)
    const text = textOf(cell.of)(cell.value)
    return isNumeric(cell.of) ? quoted(text) : textField(text)
  }
  const line = (row: SheetRow): string => `${row.map(field).join(',') || '""'}\n`
  let text = `${options.byteOrderMark ? '\ufeff' : ''}${sheet.header.map(line).join('')}`
  for (const row of sheet.body()) {
    text += line(row)
    if (text.length < chunkCharacters) continue
    await sink(Buffer.from(text))
    text = ''
    await breathe()
  }
  if (text !== '') await sink(Buffer.from(text))
}
