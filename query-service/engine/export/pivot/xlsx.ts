import { setImmediate as breathe } from 'node:timers/promises'
import type exceljs from 'exceljs'
import { formattedText, rawText } from '../../format/cell-text.ts'
import type { ExportOptions, ExportSink } from '../exporter.ts'
import { formattedValue } from '../xlsx/formatted-value.ts'
import { rawValue } from '../xlsx/raw-value.ts'
import { cellText } from '../xlsx/sheet-text.ts'
import { cellWriter, streamWorkbook } from '../xlsx/streamed-workbook.ts'
import { sheetName } from '../xlsx/workbook-parts.ts'
import { perColumn } from './per-column.ts'
import type { PivotSheet } from './pivot-sheet.ts'
import type { SheetRow } from './sheet-cell.ts'
import { widthsOf } from './widths.ts'

const cellsAtOnce = 20_000

const rowWriter = (sheet: exceljs.Worksheet, { formatRows }: ExportOptions) => {
  const sheetValue = perColumn(formatRows ? formattedValue : rawValue)
  const write = cellWriter()
  return (cells: SheetRow): exceljs.Row => {
    const row = sheet.addRow([])
    cells.forEach((cell, place) => {
      if (cell === null) return
      const value =
        'label' in cell ? { value: cellText(cell.label) } : sheetValue(cell.of)(cell.value)
      write(row, place, value)
    })
    return row
  }
}

/** Writes a pivot table as the one sheet of a workbook, its headers frozen. */
export const writePivotXlsx = (
  pivot: PivotSheet,
  sink: ExportSink,
  options: ExportOptions,
): Promise<void> =>
  streamWorkbook(sink, async (workbook, caughtUp) => {
    const { header, titleColumns, body } = pivot
    const frozen = { state: 'frozen', ySplit: header.length, xSplit: titleColumns } as const
    const sheet = workbook.addWorksheet(sheetName, { views: [frozen] })
    const textOf = perColumn(options.formatRows ? formattedText : rawText)
    sheet.columns = widthsOf(pivot, textOf).map((width) => ({ width }))
    // Of its own: what makes a row bold changes the styles of its cells, which are shared.
    const headerRow = rowWriter(sheet, options)
    for (const cells of header) {
      const row = headerRow(cells)
      row.font = { bold: true }
      row.commit()
    }
    const bodyRow = rowWriter(sheet, options)
    let written = 0
    for (const cells of body()) {
      bodyRow(cells).commit()
      written += cells.length
      if (written < cellsAtOnce) continue
      written = 0
      await caughtUp(sheet)
      await breathe()
    }
  })
