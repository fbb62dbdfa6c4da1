import { endpointOf, type TcpProxy, tcpProxy } from './tcp-proxy.ts'

export type BreakableProxy = Pick<TcpProxy, 'host' | 'port' | 'close'> & {
  /** Ends every connection and takes no new one. */
  cut(): void
  /** Takes connections again. */
  mend(): void
}

/** A way to a server that can be cut and mended. */
export const breakableProxy = async (url: string): Promise<BreakableProxy> => {
  let whole = true
  const { host, port, end, close } = await tcpProxy(endpointOf(url), ({ client, server, end }) => {
    if (whole) client.pipe(server).pipe(client)
    else end()
  })
  return {
    host,
    port,
    close,
    cut() {
      whole = false
      end('resetAndDestroy')
    },
    mend() {
      whole = true
    },
  }
}
