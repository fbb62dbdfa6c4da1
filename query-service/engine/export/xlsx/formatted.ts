import { once } from 'node:events'
import { Writable } from 'node:stream'
import exceljs from 'exceljs'
import { formattedText } from '../../format/cell-text.ts'
import type { ExportColumn, ExportRow, ExportSink } from '../exporter.ts'
import { formattedValue } from './formatted-value.ts'
import { columnWidths } from './layout.ts'
import { cellText } from './sheet-text.ts'
import { sheetName } from './workbook-parts.ts'

const intoWritable = (sink: ExportSink) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      sink(chunk).then(() => done(), done)
    },
  })

/** exceljs feeds its zip through streams its types do not show. */
const queuesOf = (sheet: exceljs.Worksheet): readonly Writable[] => {
  const source: unknown = Reflect.get(sheet, 'stream')
  const pipes: unknown =
    typeof source === 'object' && source !== null ? Reflect.get(source, 'pipes') : undefined
  return Array.isArray(pipes) ? pipes : []
}

const nothing = Buffer.alloc(0)

/** The zip's own buffers are a megabyte each by default: 50 000 rows read ahead of the reader. */
const zipOptions = { zlib: { level: 1 }, highWaterMark: 64 * 1024 }

/**
 * exceljs never waits for its zip, so under a slow reader its memory grows with every row. An empty
 * write is answered when all before it went through.
 */
const caughtUp = (sheet: exceljs.Worksheet) =>
  Promise.all(
    queuesOf(sheet).map((queue) => new Promise<void>((done) => queue.write(nothing, () => done()))),
  )

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
  const styles = new Map<string, Partial<exceljs.Style>>()
  /** One object per format: exceljs recognises styles by identity. */
  const styleOf = (numFmt: string) => {
    const style = styles.get(numFmt) ?? { numFmt }
    styles.set(numFmt, style)
    return style
  }
  return (row: ExportRow) => {
    const target = sheet.addRow([])
    values.forEach((formatted, index) => {
      const cell = row[index]
      if (cell === null || cell === undefined) return
      const { value, numFmt } = formatted(cell)
      const targetCell = target.getCell(index + 1)
      targetCell.value = value
      if (numFmt !== undefined) targetCell.style = styleOf(numFmt)
    })
    target.commit()
  }
}

const writeSheet = async (
  workbook: exceljs.stream.xlsx.WorkbookWriter,
  columns: readonly ExportColumn[],
  slices: AsyncIterable<readonly ExportRow[]>,
  failure: Promise<never>,
) => {
  let sheet: exceljs.Worksheet | undefined
  let writeRow: ReturnType<typeof rowWriter> | undefined
  let rowCount = 1
  for await (const rows of slices) {
    sheet ??= openSheet(workbook, columns, rows)
    writeRow ??= rowWriter(sheet, columns)
    rows.forEach(writeRow)
    rowCount += rows.length
    await Promise.race([failure, caughtUp(sheet)])
  }
  sheet ??= openSheet(workbook, columns, [])
  if (columns.length > 0) {
    sheet.autoFilter = { from: 'A1', to: { row: rowCount, column: columns.length } }
  }
  await Promise.race([failure, workbook.commit()])
}

/** Streams a workbook of values shown as people read them. */
export const writeFormattedWorkbook = async (
  columns: readonly ExportColumn[],
  slices: AsyncIterable<readonly ExportRow[]>,
  sink: ExportSink,
): Promise<void> => {
  const target = intoWritable(sink)
  // exceljs waits for ever for a target that failed, so its failure is raced against every wait.
  const failure = once(target, 'error').then(([error]) => Promise.reject(error))
  failure.catch(() => undefined)
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: target,
    useStyles: true,
    useSharedStrings: false,
    zip: zipOptions,
  })
  try {
    await writeSheet(workbook, columns, slices, failure)
  } finally {
    target.destroy()
  }
}
