import type { ExportResult, ExportRow, ExportSink, ExportSummary } from './exporter.ts'
import { rowSlices } from './row-slices.ts'

/** A file of text: a head, one piece per slice of rows, a tail. */
export type TextFile = {
  readonly head: string
  encode(rows: readonly ExportRow[]): string
  readonly tail: string
}

/** Streams a text file in UTF-8, cut at the cap of rows. */
export const writeTextFile = async (
  result: ExportResult,
  sink: ExportSink,
  file: TextFile,
): Promise<ExportSummary> => {
  let pending = file.head
  let rows = 0
  let truncated = false
  const slices = rowSlices(result, () => {
    truncated = true
  })
  for await (const slice of slices) {
    await sink(Buffer.from(pending + file.encode(slice)))
    pending = ''
    rows += slice.length
  }
  const rest = pending + file.tail
  if (rest !== '') await sink(Buffer.from(rest))
  return { rows, truncated }
}
