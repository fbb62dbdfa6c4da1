import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Channel, channelTo } from './paced-channel.ts'

/** What a network does with the connections through it. */
export type Fault =
  | { readonly kind: 'pass' }
  /** Bytes of both ways come so many milliseconds later, up to `jitter` more. */
  | { readonly kind: 'delay'; readonly ms: number; readonly jitter?: number }
  /** One byte at a time. */
  | { readonly kind: 'slice' }
  /** Takes connections and bytes, and brings nothing anywhere. */
  | { readonly kind: 'blackhole' }
  /** Requests arrive, answers do not. */
  | { readonly kind: 'mute' }
  /** What there was is reset, and so is whoever comes. */
  | { readonly kind: 'refuse' }
  /** Each connection is reset in the middle of an answer, after so many bytes from now on. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Servers see their clients go; the clients hear nothing. */
  | { readonly kind: 'half-open' }

/** Where the way ends when a request comes along: before it arrives, or behind it, its answer lost. */
export type RequestCut = 'before' | 'behind'

export type FaultyProxy = {
  readonly host: string
  readonly port: number
  /** The URL that was given, by way of the proxy. */
  readonly url: string
  /** From now on, for connections there are and those to come; what is under way arrives. */
  set(fault: Fault): void
  /** Once, at the next request that looks like this in clear text. */
  cutAt(request: RegExp, where: RequestCut): void
  /** Resets every connection there is. */
  reset(): void
  close(): void
}

type Way = {
  readonly client: Socket
  readonly server: Socket
  readonly toServer: Channel
  readonly toClient: Channel
  /** Bytes of answers that are left to it. */
  room: number
}

type Endpoint = { readonly host: string; readonly port: number }

const endpointOf = (to: string | Endpoint): Endpoint => {
  if (typeof to !== 'string') return to
  const { hostname, port } = new URL(to)
  return { host: hostname, port: Number(port) }
}

const urlBy = (to: string | Endpoint, port: number): string => {
  const url = new URL(typeof to === 'string' ? to : `tcp://${to.host}:${to.port}`)
  url.host = `127.0.0.1:${port}`
  return url.href
}

/** A way to a server that can fail in every way a network does. `roll`: from 0 to 1, for jitter. */
export const faultyProxy = async (
  to: string | Endpoint,
  roll: () => number = Math.random,
): Promise<FaultyProxy> => {
  const { host, port } = endpointOf(to)
  const open = new Set<Way>()
  let fault: Fault = { kind: 'pass' }
  let trap: { readonly request: RegExp; readonly where: RequestCut } | undefined
  const pace = () => {
    if (fault.kind !== 'delay') return { ms: 0, slice: fault.kind === 'slice' }
    return { ms: fault.ms + (fault.jitter ?? 0) * roll(), slice: false }
  }

  const end = (way: Way, how: 'destroy' | 'resetAndDestroy' = 'destroy') => {
    open.delete(way)
    way.server.destroy()
    way.client[how]()
  }
  const isSilent = () => fault.kind === 'blackhole' || fault.kind === 'half-open'

  const accept = (client: Socket) => {
    const server = connect(port, host)
    const way: Way = {
      client,
      server,
      toServer: channelTo(server, client, pace),
      toClient: channelTo(client, server, pace),
      room: roomOf(fault),
    }
    let isLosing = false
    // Of a half-open connection the client learns nothing, not even that the server is gone.
    const gone = () => fault.kind === 'half-open' || end(way)
    client.on('error', () => end(way)).on('close', () => end(way))
    server.on('error', gone).on('close', gone)
    if (fault.kind === 'refuse') return end(way, 'resetAndDestroy')
    open.add(way)
    client.on('data', (bytes) => {
      if (isSilent()) return
      if (trap?.request.test(bytes.toString('latin1'))) {
        const { where } = trap
        trap = undefined
        if (where === 'before') return end(way)
        isLosing = true
      }
      way.toServer.send(bytes)
    })
    server.on('data', (bytes) => {
      if (isLosing) return end(way)
      if (isSilent() || fault.kind === 'mute') return
      way.toClient.send(bytes.subarray(0, way.room))
      way.room -= bytes.length
      if (way.room < 0) way.toClient.finish(() => end(way, 'resetAndDestroy'))
    })
  }

  const proxy = createServer(accept)
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const own = (proxy.address() as AddressInfo).port
  const reset = () => {
    for (const way of open) end(way, 'resetAndDestroy')
  }
  return {
    host: '127.0.0.1',
    port: own,
    url: urlBy(to, own),
    set(next) {
      fault = next
      for (const way of open) {
        way.room = roomOf(next)
        way.toServer.hurry()
        way.toClient.hurry()
      }
      if (next.kind === 'refuse') reset()
      if (next.kind === 'half-open') for (const { server } of open) server.destroy()
    },
    cutAt(request, where) {
      trap = { request, where }
    },
    reset,
    close() {
      reset()
      proxy.close()
    },
  }
}

const roomOf = (fault: Fault): number =>
  fault.kind === 'cut' ? fault.after : Number.POSITIVE_INFINITY
