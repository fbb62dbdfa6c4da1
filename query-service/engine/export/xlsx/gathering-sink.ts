import type { ExportSink } from '../exporter.ts'

export type GatheringSink = {
  readonly write: ExportSink
  flush(): Promise<void>
}

/**
 * Gathers small pieces into chunks of at least `threshold` bytes. A workbook's fixed parts thereby
 * wait for the first compressed rows, so nothing is sent of a query that fails at once.
 */
export const gatheringSink = (sink: ExportSink, threshold = 64 * 1024): GatheringSink => {
  let pieces: Uint8Array[] = []
  let bytes = 0
  const flush = async () => {
    const chunk = Buffer.concat(pieces, bytes)
    pieces = []
    bytes = 0
    if (chunk.length > 0) await sink(chunk)
  }
  return {
    flush,
    async write(piece) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= threshold) await flush()
    },
  }
}
