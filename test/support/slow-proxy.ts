import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SlowProxy = {
  /** The same server, by way of the proxy. */
  readonly url: string
  /** Answers come so many milliseconds later from now on; with `Infinity`, never. */
  delay(milliseconds: number): void
  close(): void
}

/** A network that becomes slow, or swallows what is sent without a word. */
export const slowProxy = async (to: string): Promise<SlowProxy> => {
  const address = new URL(to)
  const { hostname, port } = address
  const open = new Set<Socket>()
  let delay = 0
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const end = () => {
      open.delete(client)
      client.destroy()
      server.destroy()
    }
    open.add(client)
    client.on('error', end).on('close', end)
    server.on('error', end).on('close', end)
    client.pipe(server)
    server.on('data', (answer) => {
      if (delay === 0) client.write(answer)
      else if (delay !== Number.POSITIVE_INFINITY)
        setTimeout(() => client.writable && client.write(answer), delay).unref()
    })
  })
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    url: address.href,
    delay(milliseconds) {
      delay = milliseconds
    },
    close() {
      for (const client of open) client.destroy()
      proxy.close()
    },
  }
}
