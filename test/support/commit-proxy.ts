import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'

/** Where the way to the server ends when the next COMMIT comes along. */
export type CommitCut = 'before' | 'behind'

export type CommitProxy = Pick<TcpProxy, 'host' | 'port' | 'close'> & {
  /** The next COMMIT is lost on its way, or done and its answer lost. */
  cutAtCommit(cut: CommitCut): void
  /** Ends every connection now. */
  cutNow(): void
}

/** A network that fails around a COMMIT, which it reads off unencrypted connections. */
export const commitProxy = async (to: {
  readonly host: string
  readonly port: number
}): Promise<CommitProxy> => {
  let next: CommitCut | undefined
  const { host, port, end, close } = await tcpProxy(to, ({ client, server, end }) => {
    let isLosing = false
    client.on('data', (bytes) => {
      if (next !== undefined && /commit/i.test(bytes.toString('latin1'))) {
        const cut = next
        next = undefined
        if (cut === 'before') return end()
        isLosing = true
      }
      server.write(bytes)
    })
    server.on('data', (answer) => {
      if (isLosing) end()
      else client.write(answer)
    })
  })
  return {
    host,
    port,
    close,
    cutAtCommit(cut) {
      next = cut
    },
    cutNow: () => end(),
  }
}
