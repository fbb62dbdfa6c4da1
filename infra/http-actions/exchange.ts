import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpCall, HttpOutcome } from '../../shared/ports/http-caller.ts'

type Answered = Extract<HttpOutcome, { kind: 'answered' }>

/** Why an answer that came is none, in words for callers. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

export type Exchange = {
  readonly url: URL
  readonly userAgent: string
  /** Of an answer's body. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

const headersOf = ({ headers, body }: HttpCall, { url, userAgent }: Exchange) => ({
  ...headers,
  Host: url.host,
  'User-Agent': userAgent,
  'Accept-Encoding': 'identity',
  Connection: 'close',
  ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
})

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new UnusableAnswer('The answer came in an encoding that was not asked for.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) throw new UnusableAnswer(`The answer is longer than ${maxBytes} bytes.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Rejects also where the connection ends without one, or goes over to another protocol. */
const responseOf = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.once('close', () => reject(new UnusableAnswer('The connection ended without an answer.')))
  })

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  )

/**
 * One request and its answer, read to the end, over a connection of their own.
 * @throws {UnusableAnswer} or the system's error, or the reason of `signal`
 */
export const exchange = async (
  socket: Socket,
  call: HttpCall,
  options: Exchange,
): Promise<Answered> => {
  const { url, maxBytes, signal } = options
  const sent = request({
    createConnection: () => socket,
    method: call.method,
    path: `${url.pathname}${url.search}`,
    headers: headersOf(call, options),
    setHost: false,
    signal,
  })
  try {
    const answered = responseOf(sent)
    sent.end(call.body)
    const response = await answered
    const body = await readBody(response, maxBytes)
    return {
      kind: 'answered',
      status: response.statusCode ?? 0,
      headers: flat(response.headers),
      body,
    }
  } finally {
    sent.destroy()
    socket.destroy()
  }
}
