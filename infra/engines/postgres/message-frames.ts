/** A message is a type byte, then a length that counts itself but not the type, then its body. */
const typeBytes = 1
export const headerBytes = 5

export type MessageListener = {
  /** A whole message, from its type byte at `start` up to `end`. */
  message(bytes: Buffer, start: number, end: number): void
  /** The next message is longer than the bound, or cannot be one. Nothing further is read. */
  unreadable(): void
}

/** A big-endian word. Written out because `readInt32BE` throws on what a broken server sends. */
export const int32At = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) << 24) |
  ((bytes[at + 1] ?? 0) << 16) |
  ((bytes[at + 2] ?? 0) << 8) |
  (bytes[at + 3] ?? 0)

/** Cuts the chunks of a connection into messages of at most `maxBytes`, wherever chunks end. */
export const messageFrames = (listener: MessageListener, maxBytes: number) => {
  /** The beginning of a message whose end has not come yet, and how long it must grow. */
  let begun: Buffer[] = []
  let begunBytes = 0
  let neededBytes = 0
  let over = false

  const hold = (bytes: Buffer, needed: number): void => {
    begun = bytes.length > 0 ? [bytes] : []
    begunBytes = bytes.length
    neededBytes = needed
  }

  const cut = (bytes: Buffer): void => {
    let start = 0
    let size = headerBytes
    while (start + headerBytes <= bytes.length) {
      size = typeBytes + int32At(bytes, start + typeBytes)
      over = size < headerBytes || size > maxBytes
      if (over || start + size > bytes.length) break
      listener.message(bytes, start, start + size)
      start += size
      size = headerBytes
    }
    hold(bytes.subarray(start), size)
    if (over) listener.unreadable()
  }

  return (chunk: Buffer): void => {
    if (over) return
    begun.push(chunk)
    begunBytes += chunk.length
    if (begunBytes >= neededBytes) cut(begun.length === 1 ? chunk : Buffer.concat(begun))
  }
}
