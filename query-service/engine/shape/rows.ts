import type { Cell, ResultStream } from '../../../shared/ports/engine-driver.ts'
import { type RowLimit, rowsToRead } from '../limits.ts'
import { type CellReader, cellReader, type JsonCell } from './cell-reader.ts'
import type { TimeZone } from './time-zone.ts'

export type JsonRow = readonly JsonCell[]

export type CollectedRows = {
  readonly data: readonly JsonRow[]
  /** How many they are. */
  readonly rows: number
  /** The cap, when it cut the result. */
  readonly truncatedAt?: number
}

const readRow = (row: readonly Cell[], readers: readonly CellReader[]): JsonRow =>
  readers.map((read, index) => read(row[index] ?? null))

/**
 * The rows of a JSON answer, gathered. It stops at the limit, which cancels what the database has
 * not sent yet.
 */
export const collectRows = async (
  stream: ResultStream,
  limit: RowLimit,
  zone: TimeZone,
): Promise<CollectedRows> => {
  const readers = stream.columns.map(({ baseType }) => cellReader(baseType, zone))
  const most = rowsToRead(limit)
  const data: JsonRow[] = []
  let seen = 0
  for await (const batch of stream.batches) {
    const room = Math.max(limit.rows - seen, 0)
    const kept = batch.length > room ? batch.slice(0, room) : batch
    for (const row of kept) data.push(readRow(row, readers))
    seen += batch.length
    if (seen >= most) break
  }
  const rows = data.length
  const isCut = limit.cap !== undefined && seen > limit.rows
  return isCut ? { data, rows, truncatedAt: limit.cap } : { data, rows }
}
