import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupProblem } from '../startup-problem.ts'
import { refuseUnreadable } from './unreadable.ts'

/** Milliseconds. A client that dawdles is cut, so that it cannot hold others up. */
export type Timeouts = {
  /** From the connection to the last header. */
  readonly headers: number
  /** To the last byte of the body. */
  readonly request: number
  /** Between requests. */
  readonly keepAlive: number
  /** How often the two first are looked at. */
  readonly check: number
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
  check: 2_000,
}

/** How long requests under way may take to finish once the server is told to stop. */
const graceMs = 7_000
const idleCheckMs = 50

export type RunningServer = {
  readonly host: string
  readonly port: number
  /** Takes no new requests, lets those under way finish, then cuts what is left. */
  stop(): Promise<void>
}

const noSuchHost = (host: string) =>
  `There is no address called ${host}; set HOST to one this machine has.`

const why: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is taken. Stop what uses it, or start with another one: npm start -- --port ${port + 1}`,
  EACCES: (_, port) => `Port ${port} needs more rights than this user has; choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}; set HOST to one it has.`,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
}

const cannotListen = (host: string, port: number, code: string) =>
  `The service cannot listen on ${host}, port ${port} (${code}).`

const listen = (server: Server, host: string, port: number) =>
  new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code = error.message } = error
      reject(new StartupProblem(why[code]?.(host, port) ?? cannotListen(host, port, code)))
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })

export type Address = { readonly host: string; readonly port: number }

/**
 * Puts an app on a port.
 * @throws {StartupProblem} when the port or the address cannot be had.
 */
export const startServer = async (
  app: RequestListener,
  { host, port }: Address,
  timeouts: Timeouts = defaultTimeouts,
): Promise<RunningServer> => {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.check,
    },
    app,
  )
  refuseUnreadable(server)
  const address = await listen(server, host, port)
  return {
    host,
    port: address.port,
    stop: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        // A connection kept alive falls idle when its last answer is out, which nobody tells.
        const close = setInterval(() => server.closeIdleConnections(), idleCheckMs)
        server.close(() => {
          clearTimeout(cut)
          clearInterval(close)
          resolve()
        })
      }),
  }
}
