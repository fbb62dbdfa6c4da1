import { EventEmitter } from 'node:events'
import type { Connection } from 'pg'
import { messageFrames } from './message-frames.ts'

declare module 'pg' {
  interface Connection {
    /** Called once, with the socket or the TLS socket over it; its data goes to the parser. */
    attachListeners(stream: EventEmitter): void
  }
}

/** A longer row would cost more memory than one answer may have; it is buffered whole. */
export const maxRowBytes = 64 * 1024 * 1024

const dataRow = 0x44
/** ParseComplete and BindComplete, several in each answer: they say nothing a run waits for. */
const acknowledgements: ReadonlySet<number | undefined> = new Set([0x31, 0x32])

export type RowReader = {
  /** A DataRow message, from `start` up to `end`. */
  row(bytes: Buffer, start: number, end: number): void
  /** The next row exceeds `maxRowBytes`; nothing further will come. */
  tooLarge(): void
}

/** Where a run says that it wants the rows, and that it is done. */
export type RowTap = { read(reader: RowReader | undefined): void }

/**
 * Takes the rows off a connection before the pg package sees them, because its parser spends most
 * of a long answer's time on decoding cell by cell. Other messages go on to it, each whole.
 * Must be called before the connection connects. `isWanted` drops messages by their type, before
 * anybody sees them.
 */
export const tapRows = (
  connection: Connection,
  isWanted: (type: number | undefined) => boolean = () => true,
): RowTap => {
  let reader: RowReader | undefined
  const attach = connection.attachListeners.bind(connection)

  connection.attachListeners = (socket) => {
    const others = new EventEmitter()
    const frames = messageFrames(
      {
        message(bytes, start, end) {
          const type = bytes[start]
          if (!isWanted(type)) return
          if (reader && type === dataRow) reader.row(bytes, start, end)
          else if (!reader || !acknowledgements.has(type))
            others.emit('data', bytes.subarray(start, end))
        },
        unreadable() {
          if (reader) reader.tooLarge()
          else connection.stream.destroy(new Error('invalid response'))
        },
      },
      maxRowBytes,
    )
    socket.on('data', frames)
    socket.on('end', () => others.emit('end'))
    attach(others)
  }
  return {
    read(next) {
      reader = next
    },
  }
}
