import type { Batch, ResultSink } from './result.ts'

/** What goes to the reader at once: whichever is reached first. */
const batchRows = 1_000
const batchSize = 512 * 1024

type Decode<Row> = (rows: Row[]) => Batch

/** Gathers rows off the wire until they make a batch; sizes are in bytes, roughly. */
export const gatherRows = <Row>(sink: ResultSink) => {
  let rows: Row[] = []
  let size = 0
  let decode: Decode<Row> | undefined

  const flush = (): void => {
    if (!decode || rows.length === 0) return
    const gathered = rows
    rows = []
    size = 0
    sink.rows(decode(gathered))
  }

  return {
    flush,
    /** Until the columns are known, rows are held back. */
    decodeWith(decoder: Decode<Row>): void {
      decode = decoder
    },
    add(row: Row, rowSize: number): void {
      if (!sink.admits(rowSize)) return
      rows.push(row)
      size += rowSize
      if (rows.length >= batchRows || size >= batchSize) flush()
    },
    drop(): void {
      rows = []
    },
  }
}
