import type exceljs from 'exceljs'
import { formattedText } from '../../format/cell-text.ts'
import type { ExportColumn, ExportRow, ExportSink } from '../exporter.ts'
import { formattedValue } from './formatted-value.ts'
import { columnWidths } from './layout.ts'
import { cellText } from './sheet-text.ts'
import { cellWriter, streamWorkbook } from './streamed-workbook.ts'
import { sheetName } from './workbook-parts.ts'

const openSheet = (
  workbook: exceljs.stream.xlsx.WorkbookWriter,
  columns: readonly ExportColumn[],
  firstRows: readonly ExportRow[],
) => {
  const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columnWidths(columns, firstRows, formattedText).map((width) => ({ width }))
  const header = sheet.addRow(columns.map(({ displayName }) => cellText(displayName)))
  header.font = { bold: true }
  header.commit()
  return sheet
}

const rowWriter = (sheet: exceljs.Worksheet, columns: readonly ExportColumn[]) => {
  const values = columns.map(formattedValue)
  const write = cellWriter()
  return (row: ExportRow) => {
    const target = sheet.addRow([])
    values.forEach((formatted, index) => {
      const cell = row[index]
      if (cell !== null && cell !== undefined) write(target, index, formatted(cell))
    })
    target.commit()
  }
}

/** Streams a workbook of values shown as people read them. */
export const writeFormattedWorkbook = (
  columns: readonly ExportColumn[],
  slices: AsyncIterable<readonly ExportRow[]>,
  sink: ExportSink,
): Promise<void> =>
  streamWorkbook(sink, async (workbook, caughtUp) => {
    let sheet: exceljs.Worksheet | undefined
    let writeRow: ReturnType<typeof rowWriter> | undefined
    let rowCount = 1
    for await (const rows of slices) {
      sheet ??= openSheet(workbook, columns, rows)
      writeRow ??= rowWriter(sheet, columns)
      rows.forEach(writeRow)
      rowCount += rows.length
      await caughtUp(sheet)
    }
    sheet ??= openSheet(workbook, columns, [])
    if (columns.length > 0) {
      sheet.autoFilter = { from: 'A1', to: { row: rowCount, column: columns.length } }
    }
  })
