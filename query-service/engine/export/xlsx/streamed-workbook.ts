import { once } from 'node:events'
import { Writable } from 'node:stream'
import type exceljs from 'exceljs'
import type { ExportSink } from '../exporter.ts'
import type { FormattedValue } from './formatted-value.ts'

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
const zipped = (sheet: exceljs.Worksheet) =>
  Promise.all(
    queuesOf(sheet).map((queue) => new Promise<void>((done) => queue.write(nothing, () => done()))),
  )

/** Puts values into the cells of rows, places counted from 0. */
export const cellWriter = () => {
  const styles = new Map<string, Partial<exceljs.Style>>()
  /** One object per format: exceljs recognises styles by identity. */
  const styleOf = (numFmt: string) => {
    const style = styles.get(numFmt) ?? { numFmt }
    styles.set(numFmt, style)
    return style
  }
  return (row: exceljs.Row, place: number, { value, numFmt }: FormattedValue): void => {
    const cell = row.getCell(place + 1)
    cell.value = value
    if (numFmt !== undefined) cell.style = styleOf(numFmt)
  }
}

type Fill = (
  workbook: exceljs.stream.xlsx.WorkbookWriter,
  /** To be awaited now and then: resolves once the sink has what was written. */
  caughtUp: (sheet: exceljs.Worksheet) => Promise<unknown>,
) => Promise<void>

/** Streams a workbook that `fill` adds a sheet to, row by row. */
export const streamWorkbook = async (sink: ExportSink, fill: Fill): Promise<void> => {
  // Large, and for workbooks alone: it is read in with the first of them.
  const { default: exceljs } = await import('exceljs')
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
    await fill(workbook, (sheet) => Promise.race([failure, zipped(sheet)]))
    await Promise.race([failure, workbook.commit()])
  } finally {
    target.destroy()
  }
}
