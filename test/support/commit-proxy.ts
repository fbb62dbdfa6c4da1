import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where the way to the server ends when the next COMMIT comes along. */
export type CommitCut = 'before' | 'behind'

export type CommitProxy = {
  readonly host: string
  readonly port: number
  /** The next COMMIT is lost on its way, or done and its answer lost. */
  cutAtCommit(cut: CommitCut): void
  /** Ends every connection now. */
  cutNow(): void
  close(): void
}

/** A network that fails around a COMMIT, which it reads off unencrypted connections. */
export const commitProxy = async (to: { readonly host: string; readonly port: number }) => {
  const open = new Set<Socket>()
  let next: CommitCut | undefined
  const proxy = createServer((client) => {
    const server = connect(to.port, to.host)
    let isLosing = false
    const end = () => {
      open.delete(client)
      client.destroy()
      server.destroy()
    }
    open.add(client)
    client.on('error', end).on('close', end)
    server.on('error', end).on('close', end)
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
  proxy.unref() // A test that fails leaves it open.
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const cutNow = () => {
    for (const client of open) client.destroy()
  }
  return {
    host: '127.0.0.1',
    port: (proxy.address() as AddressInfo).port,
    cutAtCommit(cut) {
      next = cut
    },
    cutNow,
    close() {
      cutNow()
      proxy.close()
    },
  } satisfies CommitProxy
}
