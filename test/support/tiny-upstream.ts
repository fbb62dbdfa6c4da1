import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an upstream was asked. */
export type Asked = {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: number
}

export type TinyUpstream = {
  /** `host:port` */
  readonly address: string
  readonly asked: Asked[]
  /** Whoever asks is cut off, too. */
  stop(): Promise<void>
  /** Listens again, where it did. */
  start(): Promise<void>
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const stopped = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** A process behind nginx that writes down what it is asked, and answers who it is. */
export const startUpstream = async (
  name: string,
  answer: RequestListener = (_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ name }))
  },
): Promise<TinyUpstream> => {
  const asked: Asked[] = []
  const serve = () =>
    createServer(async (request, response) => {
      const { method = '', url: target = '', headers } = request
      let bytes = 0
      try {
        for await (const chunk of request) bytes += chunk.length
      } catch {
        // Whoever sent it left before it was whole: that asks for nothing.
        return
      }
      asked.push({ method, target, headers, bytes })
      answer(request, response)
    })
  let server = serve()
  const port = await listen(server, 0)
  return {
    address: `127.0.0.1:${port}`,
    asked,
    stop: () => stopped(server),
    start: async () => {
      server = serve()
      await listen(server, port)
    },
  }
}
