import type { EventEmitter } from 'node:events'
import type { Connection } from 'pg'
import { flush } from '../postgres/messages.ts'
import { type RowTap, tapRows } from '../postgres/row-tap.ts'

const errorResponse = 0x45
const readyForQuery = 0x5a
/** ReadyForQuery with its length and its one byte: nothing comes behind it. */
const readyBytes = 6
/** Larger chunks come without waiting. */
const smallChunkBytes = 1_400

/**
 * H2 writes each message in several pieces, and its system holds the next piece back until we have
 * acknowledged the one before – which ours puts off for 40 ms, unless we have something to say. A
 * Flush is the least there is to say, and means nothing to H2.
 */
const acknowledgeAtOnce = (connection: Connection): void => {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (socket: EventEmitter) => {
    socket.on('data', (chunk: Buffer) => {
      const isLast = chunk[chunk.length - readyBytes] === readyForQuery
      if (!isLast && chunk.length < smallChunkBytes && connection.stream.writable)
        connection.stream.write(flush)
    })
    attach(socket)
  }
}

/** PostgreSQL skips what follows an error up to the next Sync; H2 goes on and answers it all. */
const skipBehindErrors = () => {
  let skipping = false
  return (type: number | undefined): boolean => {
    const isWanted = !skipping || type === readyForQuery
    if (type === errorResponse) skipping = true
    else if (type === readyForQuery) skipping = false
    return isWanted
  }
}

export const tapH2 = (connection: Connection): RowTap => {
  const rows = tapRows(connection, skipBehindErrors())
  // Last, so that it sees the chunks of the socket itself.
  acknowledgeAtOnce(connection)
  return rows
}
