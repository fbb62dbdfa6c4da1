import type { PresentedColumn } from '../format/present-columns.ts'
import type { ExportResult, ExportRow } from './exporter.ts'

async function* pickCells(
  batches: ExportResult['batches'],
  places: readonly number[],
): AsyncGenerator<readonly ExportRow[], void, undefined> {
  for await (const batch of batches)
    yield batch.map((row) => places.map((place) => row[place] ?? null))
}

/** The cells of the columns that are shown, in their order; the rows as they are where all are. */
export const shownRows = (
  batches: ExportResult['batches'],
  columns: readonly PresentedColumn[],
  columnCount: number,
): ExportResult['batches'] => {
  const places = columns.map(({ place }) => place)
  const isWhole = places.length === columnCount && places.every((place, index) => place === index)
  return isWhole ? batches : pickCells(batches, places)
}
