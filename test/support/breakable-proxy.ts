import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = {
  readonly host: string
  readonly port: number
  /** Ends every connection and takes no new one. */
  cut(): void
  /** Takes connections again. */
  mend(): void
  close(): void
}

/** A way to a server that can be cut and mended. */
export const breakableProxy = async (url: string): Promise<BreakableProxy> => {
  const target = new URL(url)
  const open = new Set<Socket>()
  let whole = true
  const proxy = createServer((client) => {
    if (!whole) return void client.destroy()
    const server = connect(Number(target.port), target.hostname)
    const end = () => {
      open.delete(client)
      client.destroy()
      server.destroy()
    }
    open.add(client)
    client.on('error', end).on('close', end)
    server.on('error', end).on('close', end)
    client.pipe(server).pipe(client)
  })
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    whole = false
    for (const client of open) client.resetAndDestroy()
  }
  return {
    host: '127.0.0.1',
    port: (proxy.address() as AddressInfo).port,
    cut,
    mend() {
      whole = true
    },
    close() {
      cut()
      proxy.close()
    },
  }
}
