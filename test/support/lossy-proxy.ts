import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type LossyProxy = {
  /** The same database, by way of the proxy. */
  readonly url: string
  /** The server gets the next request; its answer is lost together with the connection. */
  loseNextAnswer(): void
  close(): Promise<void>
}

/** A network between a client and a server that can fail at the worst moment. */
export const lossyProxy = async (url: string): Promise<LossyProxy> => {
  const address = new URL(url)
  const { hostname, port } = address
  let losing = false
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('error', end).on('close', end)
    server.on('error', end).on('close', end)
    client.pipe(server)
    server.on('data', (answer) => {
      if (!losing) return void client.write(answer)
      losing = false
      end()
    })
  })
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    url: address.href,
    loseNextAnswer() {
      losing = true
    },
    async close() {
      proxy.close()
    },
  }
}
