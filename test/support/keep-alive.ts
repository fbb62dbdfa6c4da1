import { Agent, request } from 'node:http'

export type Reply = { readonly status: number; readonly body: string }

/** Many callers over connections that stay open: faster than fetch where requests race. */
export type KeepAlive = {
  /** @throws when the connection breaks before the answer is whole. */
  call(method: string, url: string, body?: unknown): Promise<Reply>
  close(): void
}

export const keepAlive = (token: string, connections: number): KeepAlive => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'X-Service-Session': token, 'Content-Type': 'application/json' }
  return {
    call: (method, url, body) =>
      new Promise((resolve, reject) => {
        const sent = request(url, { agent, method, headers }, (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk) => {
            text += chunk
          })
          answer.on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
        })
        sent.on('error', reject)
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      }),
    close: () => agent.destroy(),
  }
}
