import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Reply, Sent } from '../ledger.ts'

/** What a client wants sent, and what the ledger shall know of it. */
export type Asked = Pick<
  Sent,
  'operation' | 'leaves' | 'permit' | 'conditional' | 'needs' | 'own' | 'base'
> & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token?: string | undefined
  readonly body?: unknown
}

/** Tries of one write have one key, which goes along as `Idempotency-Key` where it is `repeatable`. */
export type Try = { readonly key: string; readonly repeatable: boolean }

/** Milliseconds after which a client gives up. */
const patience = 60_000

const parsed = (text: string): { readonly body: unknown } | undefined => {
  try {
    return { body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

const replyOf = async (answer: IncomingMessage): Promise<Reply> => {
  const { statusCode: status = 0, headers } = answer
  answer.setEncoding('utf8')
  let text = ''
  for await (const chunk of answer) text += chunk
  const found = parsed(text)
  if (!found) return { kind: 'torn', status, text: text.slice(0, 200) }
  const position = headers['x-event-position']
  return {
    kind: 'answered',
    status,
    body: found.body,
    ...(typeof position === 'string' && { position }),
  }
}

const exchange = (agent: Agent, url: string, asked: Asked, headers: Record<string, string>) =>
  new Promise<Reply>((resolve) => {
    const cut = (error: Error & { code?: string }) =>
      resolve({ kind: 'cut', reason: error.code ?? error.message })
    const sent = request(
      `${url}${asked.path}`,
      { agent, method: asked.method, headers, timeout: patience },
      (answer) => replyOf(answer).then(resolve, cut),
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', cut)
    sent.end(asked.body === undefined ? undefined : JSON.stringify(asked.body))
  })

export type Wire = {
  /** Sends it to the process at this address; the ledger has it afterwards. */
  send(url: string, asked: Asked, tried?: Try): Promise<Sent>
  close(): void
}

/** One client's way to the service: connections that stay open, and a line in the ledger for each request. */
export const wireOf = (client: string, ledger: Sent[]): Wire => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async send(url, asked, tried) {
      const requestId = randomUUID()
      const { method: _method, path: _path, token, body, ...known } = asked
      const headers = {
        'X-Request-Id': requestId,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { 'X-Service-Session': token }),
        ...(tried?.repeatable && { 'Idempotency-Key': tried.key }),
      }
      const sentAt = performance.now()
      const reply = await exchange(agent, url, asked, headers)
      const key = tried?.key ?? requestId
      const sent = { ...known, requestId, client, key, sentAt, endedAt: performance.now(), reply }
      ledger.push(sent)
      return sent
    },
    close: () => agent.destroy(),
  }
}
