import { open } from 'node:fs/promises'

/** Bytes beyond which a line is none of ours: twice the largest event, and to spare. */
const longestLine = 4 * 1024 * 1024
const blockBytes = 256 * 1024
const newline = 0x0a

export type Line = {
  /** From 1. */
  readonly number: number
  /** Without the newline. */
  readonly bytes: Buffer
  /** False for text behind the last newline. */
  readonly isEnded: boolean
  /** Of the file, up to the end of this line. */
  readonly endsAt: number
}

/** The lines of a file as bytes, one after the other; a longer one comes in pieces. */
export async function* linesOf(path: string): AsyncGenerator<Line, void> {
  const file = await open(path)
  try {
    let number = 0
    let endsAt = 0
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(blockBytes) })
      if (bytesRead === 0) break
      let block = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      for (let end = block.indexOf(newline); end >= 0; end = block.indexOf(newline)) {
        number += 1
        endsAt += end + 1
        yield { number, bytes: block.subarray(0, end), isEnded: true, endsAt }
        block = block.subarray(end + 1)
      }
      rest = block
      if (rest.length < longestLine) continue
      number += 1
      endsAt += rest.length
      yield { number, bytes: rest, isEnded: false, endsAt }
      rest = Buffer.alloc(0)
    }
    if (rest.length > 0)
      yield { number: number + 1, bytes: rest, isEnded: false, endsAt: endsAt + rest.length }
  } finally {
    await file.close()
  }
}

/** The last line of a file, without reading what is before it; where it does not end, it is none. */
export const lastLine = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let tail: Buffer = Buffer.alloc(0)
    while (tail.length < size && tail.length < longestLine) {
      const length = Math.min(blockBytes, size - tail.length)
      const position = size - tail.length - length
      const { buffer } = await file.read({ buffer: Buffer.alloc(length), position })
      tail = Buffer.concat([buffer, tail])
      const start = tail.lastIndexOf(newline, -2)
      if (tail.length > 1 && start >= 0) {
        tail = tail.subarray(start + 1)
        break
      }
    }
    return tail.at(-1) === newline ? tail.subarray(0, -1) : Buffer.alloc(0)
  } finally {
    await file.close()
  }
}
