import { endpointOf, tcpProxy } from './tcp-proxy.ts'

export type SlowProxy = {
  /** The same server, by way of the proxy. */
  readonly url: string
  /** Answers come so many milliseconds later from now on; with `Infinity`, never. */
  delay(milliseconds: number): void
  close(): void
}

/** A network that becomes slow, or swallows what is sent without a word. */
export const slowProxy = async (to: string): Promise<SlowProxy> => {
  let delay = 0
  const { port, close } = await tcpProxy(endpointOf(to), ({ client, server }) => {
    client.pipe(server)
    server.on('data', (answer) => {
      if (delay === 0) client.write(answer)
      else if (delay !== Number.POSITIVE_INFINITY)
        setTimeout(() => client.writable && client.write(answer), delay).unref()
    })
  })
  const address = new URL(to)
  address.port = String(port)
  return {
    url: address.href,
    delay(milliseconds) {
      delay = milliseconds
    },
    close,
  }
}
