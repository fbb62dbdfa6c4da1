import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Way = {
  readonly client: Socket
  readonly server: Socket
  /** Ends this connection, on both sides. */
  end(): void
}

export type TcpProxy = {
  readonly host: string
  readonly port: number
  /** Ends every connection now: in good order, or by a reset. */
  end(how?: 'destroy' | 'resetAndDestroy'): void
  close(): void
}

/** A way to a server; `carry` says what becomes of the bytes of each connection. */
export const tcpProxy = async (
  to: { readonly host: string; readonly port: number },
  carry: (way: Way) => void,
): Promise<TcpProxy> => {
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(to.port, to.host)
    const end = () => {
      open.delete(client)
      client.destroy()
      server.destroy()
    }
    open.add(client)
    client.on('error', end).on('close', end)
    server.on('error', end).on('close', end)
    carry({ client, server, end })
  })
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const end: TcpProxy['end'] = (how = 'destroy') => {
    for (const client of open) client[how]()
  }
  return {
    host: '127.0.0.1',
    port: (proxy.address() as AddressInfo).port,
    end,
    close() {
      end()
      proxy.close()
    },
  }
}

/** Where the server of this URL listens. */
export const endpointOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}
