import { createServer, type Server, type Socket } from 'node:net'

/** A server that says whatever a test has it say, and remembers what it was told. */
export type HttpRemote = {
  readonly port: number
  /** All that was received on all connections, as Latin-1. */
  readonly received: () => string
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/** `answer` is called with each connection once the head of a request has come in. */
export const httpRemote = async (answer: (socket: Socket) => void): Promise<HttpRemote> => {
  let received = ''
  let connections = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1
    sockets.add(socket)
    let head = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      received += text
      const isFirst = !head.includes('\r\n\r\n')
      head += text
      if (isFirst && head.includes('\r\n\r\n')) answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere')
  return {
    port: address.port,
    received: () => received,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
