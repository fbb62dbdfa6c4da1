import { setImmediate as breathe } from 'node:timers/promises'
import { type ExportResult, type ExportRow, hasBoundedCells, maxExportRows } from './exporter.ts'
import { readAhead } from './read-ahead.ts'

const maxSliceRows = 2_000
const maxSliceCells = 20_000
const maxSliceCharacters = 256 * 1024

/** Where a slice ends that starts at `start`: bounded in rows and in text, yet never empty. */
const sliceEnd = (
  batch: readonly ExportRow[],
  start: number,
  maxRows: number,
  unbounded: readonly number[],
): number => {
  const limit = Math.min(batch.length, start + maxRows)
  let characters = 0
  for (let index = start; index < limit; index += 1) {
    for (const column of unbounded) characters += batch[index]?.[column]?.length ?? 0
    if (characters >= maxSliceCharacters) return index + 1
  }
  return limit
}

/**
 * The rows of a result in slices small enough to be encoded at once, whatever batches the driver
 * delivers. Between slices the event loop serves others. Past the cap `onBeyondCap` is told and the
 * iteration ends, which cancels the query.
 */
export async function* rowSlices(
  { columns, batches }: ExportResult,
  onBeyondCap: () => void,
  cap = maxExportRows,
): AsyncGenerator<readonly ExportRow[], void, undefined> {
  const rowsPerSlice = Math.min(
    maxSliceRows,
    Math.max(1, Math.floor(maxSliceCells / Math.max(1, columns.length))),
  )
  const unbounded = columns.flatMap((column, index) => (hasBoundedCells(column) ? [] : index))
  let taken = 0
  for await (const batch of readAhead(batches)) {
    for (let start = 0, end = 0; start < batch.length; start = end) {
      if (taken === cap) return onBeyondCap()
      end = sliceEnd(batch, start, Math.min(rowsPerSlice, cap - taken), unbounded)
      yield batch.slice(start, end)
      taken += end - start
      await breathe()
    }
  }
}
