import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

type Problem = { readonly status: number; readonly code: string; readonly message: string }

const malformed: Problem = {
  status: 400,
  code: 'validation',
  message: 'This is not a valid HTTP request.',
}

/** What Node's parser found, in the words of every other refusal. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers-too-large',
    message: 'The headers are larger than 16 KiB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'payload-too-large',
    message: 'The chunk extensions are larger than 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request-timeout',
    message: 'The request did not arrive in time.',
  },
}

const asText = ({ status, code, message }: Problem): string => {
  const body = JSON.stringify({ message, error: true, code })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Refuses what is not, or does not go on as, a request, and closes the connection it came on. */
export const refuseUnreadable = (server: Server): void => {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    // In the middle of an answer another one would look like part of it.
    const midway = answer?.headersSent && !answer.writableFinished
    if (!socket.writable || midway) socket.destroy()
    else socket.end(asText(problems[error.code ?? ''] ?? malformed))
  })
}
