import { setImmediate as breathe } from 'node:timers/promises'
import { formattedText, rawText } from '../../format/cell-text.ts'
import type { TextOf } from '../../format/column.ts'
import { isNumeric, quoted, textField } from '../csv.ts'
import type { ExportColumn, ExportOptions, ExportSink } from '../exporter.ts'
import type { PivotSheet, SheetCell, SheetRow } from './pivot-sheet.ts'

/** How a value of each column is written, formatted or exact; made once for each column. */
export const textsOf = ({ formatRows }: Pick<ExportOptions, 'formatRows'>) => {
  const known = new Map<ExportColumn, TextOf>()
  return (column: ExportColumn): TextOf => {
    const text = known.get(column) ?? (formatRows ? formattedText(column) : rawText(column))
    known.set(column, text)
    return text
  }
}

const chunkCharacters = 64 * 1024

/** Writes a pivot table as csv, quoted and guarded against formulas like any other. */
export const writePivotCsv = async (
  sheet: PivotSheet,
  sink: ExportSink,
  options: ExportOptions,
): Promise<void> => {
  const textOf = textsOf(options)
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
