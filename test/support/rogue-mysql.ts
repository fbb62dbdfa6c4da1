import { createServer, type Socket } from 'node:net'

/** A server that speaks just enough of the protocol to ask its client for a file. */
export type RogueServer = {
  readonly port: number
  /** The capability flags the client announced. */
  capabilities(): number
  /** How often clients were asked for the file. */
  fileRequests(): number
  /** What clients sent when they were asked for the file. */
  fileBytes(): number
  stop(): Promise<void>
}

const packet = (sequence: number, payload: Buffer): Buffer => {
  const header = Buffer.alloc(4)
  header.writeUIntLE(payload.length, 0, 3)
  header.writeUInt8(sequence, 3)
  return Buffer.concat([header, payload])
}

/** Protocol 10 of a MySQL 8 without TLS; all capabilities of the lower half, and plugin names. */
const greeting = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.0.36\0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('12345678\0'),
  Buffer.from([0xff, 0xf7, 45, 2, 0, 0xff, 0x00, 21]),
  Buffer.alloc(10),
  Buffer.from('123456789012\0'),
  Buffer.from('mysql_native_password\0'),
])
const ok = Buffer.from([0, 0, 0, 2, 0, 0, 0])
const prepared = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const fileRequest = Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')])
const prepareCommand = 0x16

type Seen = { capabilities: number; fileRequests: number; fileBytes: number }

/** Answers packet by packet: log-in, prepare, and for everything else the request for the file. */
const converse = (seen: Seen) => {
  let state: 'login' | 'command' | 'file' = 'login'
  return (sequence: number, payload: Buffer): Buffer => {
    const next = sequence + 1
    if (state === 'login') {
      seen.capabilities = payload.readUInt32LE(0)
      state = 'command'
      return packet(next, ok)
    }
    if (state === 'file') {
      seen.fileBytes += payload.length
      if (payload.length === 0) state = 'command'
      return payload.length === 0 ? packet(next, ok) : Buffer.alloc(0)
    }
    if (payload[0] === prepareCommand) return packet(next, prepared)
    state = 'file'
    seen.fileRequests += 1
    return packet(next, fileRequest)
  }
}

const serve = (socket: Socket, seen: Seen): void => {
  const answer = converse(seen)
  let pending = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 4 && pending.length >= 4 + pending.readUIntLE(0, 3)) {
      const end = 4 + pending.readUIntLE(0, 3)
      socket.write(answer(pending.readUInt8(3), pending.subarray(4, end)))
      pending = pending.subarray(end)
    }
  })
  socket.write(packet(0, greeting))
}

export const startRogueMysql = async (): Promise<RogueServer> => {
  const seen: Seen = { capabilities: 0, fileRequests: 0, fileBytes: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket, seen)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    capabilities: () => seen.capabilities,
    fileRequests: () => seen.fileRequests,
    fileBytes: () => seen.fileBytes,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
