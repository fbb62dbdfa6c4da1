import { Agent, type IncomingMessage, request } from 'node:http'

export type HttpCaller = {
  /** @throws when the status is not 200. */
  call(method: string, path: string, body?: unknown): Promise<{ body: string; ms: number }>
  /** The answer as it begins. */
  open(method: string, path: string, body?: unknown): Promise<IncomingMessage>
  close(): void
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) text += chunk
  return text
}

/** Requests one after the other over one connection: fetch alone costs more than some of them. */
export const httpCaller = (url: string, token?: string): HttpCaller => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const open = (method: string, path: string, body?: unknown) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${url}${path}`, {
        agent,
        method,
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(token !== undefined && { 'X-Service-Session': token }),
        },
      })
      sent.once('response', resolve).once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })

  return {
    open,
    call: async (method, path, body) => {
      const began = performance.now()
      const answer = await open(method, path, body)
      const text = await textOf(answer)
      if (answer.statusCode !== 200)
        throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
      return { body: text, ms: performance.now() - began }
    },
    close: () => agent.destroy(),
  }
}
