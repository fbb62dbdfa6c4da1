import type { Cell, ResultStream } from '../../../shared/ports/engine-driver.ts'
import { type RowLimit, rowsToRead } from '../limits.ts'
import { type CellReader, cellReader, type JsonCell } from './cell-reader.ts'
import type { TimeZone } from './time-zone.ts'

export type JsonRow = readonly JsonCell[]

export type ReadOutcome = {
  readonly rows: number
  /** The cap, when it cut the result. */
  readonly truncatedAt?: number
}

const readRow = (row: readonly Cell[], readers: readonly CellReader[]): JsonRow =>
  readers.map((read, index) => read(row[index] ?? null))

/**
 * Rows of a JSON answer, batch by batch as the reader asks for them. It stops at the limit, which
 * cancels what the database has not sent yet; the return value says whether the cap cut anything.
 */
export async function* shapeRows(
  stream: ResultStream,
  limit: RowLimit,
  zone: TimeZone,
): AsyncGenerator<readonly JsonRow[], ReadOutcome> {
  const readers = stream.columns.map(({ baseType }) => cellReader(baseType, zone))
  const most = rowsToRead(limit)
  let seen = 0
  for await (const batch of stream.batches) {
    const kept = batch.slice(0, Math.max(limit.rows - seen, 0))
    if (kept.length > 0) yield kept.map((row) => readRow(row, readers))
    seen += batch.length
    if (seen >= most) break
  }
  const rows = Math.min(seen, limit.rows)
  return limit.cap !== undefined && seen > limit.rows ? { rows, truncatedAt: limit.cap } : { rows }
}

/** The same, gathered: for answers that are small by their limit. */
export const collectRows = async (
  stream: ResultStream,
  limit: RowLimit,
  zone: TimeZone,
): Promise<ReadOutcome & { readonly data: readonly JsonRow[] }> => {
  const data: JsonRow[] = []
  const batches = shapeRows(stream, limit, zone)
  for (;;) {
    const next = await batches.next()
    if (next.done) return { ...next.value, data }
    for (const row of next.value) data.push(row)
  }
}
