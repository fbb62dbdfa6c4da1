import { headerBytes, int32At } from './message-frames.ts'

export type WireRow = (string | null)[]

/** Chunks up to this size are read as one text, and cells cut out of it. */
const sharedTextBytes = 128 * 1024
/** A longer cell is decoded by itself, so that checking it byte by byte never takes long. */
const shortCellBytes = 128

const isAscii = (bytes: Buffer, start: number, end: number): boolean => {
  let bits = 0
  for (let at = start; at < end; at += 1) bits |= bytes[at] ?? 0
  return bits < 0x80
}

/**
 * Decodes DataRow messages. One call into the engine per cell is what reading rows costs most, so
 * a chunk is read once, as if it were Latin-1, and ASCII cells are slices of that text.
 */
export const rowDecoder = () => {
  let chunk: Buffer | undefined
  let text = ''

  const cellAt = (bytes: Buffer, start: number, end: number): string =>
    end - start <= shortCellBytes && bytes.length <= sharedTextBytes && isAscii(bytes, start, end)
      ? text.slice(start, end)
      : bytes.toString('utf8', start, end)

  /** The row of the message from `start` up to `end`. */
  return (bytes: Buffer, start: number, end: number): WireRow => {
    if (bytes !== chunk) {
      chunk = bytes
      text = bytes.length <= sharedTextBytes ? bytes.toString('latin1') : ''
    }
    let at = start + headerBytes
    const claimed = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    at += 2
    // A cell takes four bytes at the least: no server makes us allocate more than it sends.
    const count = Math.min(claimed, Math.max(0, end - at) >> 2)
    const row = new Array<string | null>(count)
    for (let index = 0; index < count; index += 1) {
      const length = int32At(bytes, at)
      at += 4
      if (length < 0) row[index] = null
      else {
        row[index] = cellAt(bytes, at, at + length)
        at += length
      }
    }
    return row
  }
}
