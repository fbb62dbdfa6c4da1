import { connect } from 'node:net'

export type RawAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

const separator = '\r\n\r\n'

const decodeChunks = (text: string): { body: string; length: number } | undefined => {
  let body = ''
  let at = 0
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    const start = lineEnd + 2
    if (text.length < start + size + 2) return undefined
    if (size === 0) return { body, length: start + 2 }
    body += text.slice(start, start + size)
    at = start + size + 2
  }
}

/** The first whole answer in the text, and what follows it; undefined while there is none. */
const takeAnswer = (text: string): { answer: RawAnswer; rest: string } | undefined => {
  const headEnd = text.indexOf(separator)
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const status = Number(statusLine.split(' ')[1])
  const after = text.slice(headEnd + separator.length)
  if (status === 100) return takeAnswer(after)
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = decodeChunks(after)
    return (
      chunks && { answer: { status, headers, body: chunks.body }, rest: after.slice(chunks.length) }
    )
  }
  const length = Number(headers.get('content-length') ?? 0)
  if (after.length < length) return undefined
  return { answer: { status, headers, body: after.slice(0, length) }, rest: after.slice(length) }
}

type Options = {
  /** Answers to wait for. */
  readonly count?: number
  readonly timeoutMs?: number
}

/**
 * Sends these bytes as they are and reads answers until there are `count`, or until the server
 * closes the connection or the time is up. Bodies are read as Latin-1.
 */
export const sendRaw = (
  url: string,
  bytes: string | Uint8Array,
  { count = 1, timeoutMs = 5_000 }: Options = {},
): Promise<{ readonly answers: readonly RawAnswer[]; readonly closed: boolean }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const answers: RawAnswer[] = []
    let text = ''
    const socket = connect(Number(port), hostname)
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ answers, closed })
    }
    const timer = setTimeout(() => finish(false), timeoutMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let taken = takeAnswer(text); taken; taken = takeAnswer(text)) {
        answers.push(taken.answer)
        text = taken.rest
      }
      if (answers.length >= count) finish(false)
    })
    socket.on('close', () => finish(true))
    // The server may close before it has read everything.
    socket.on('error', () => undefined)
    socket.on('connect', () => socket.write(bytes))
  })

/** A request as text; a `Host` is added, and a length where there is a body. */
export const rawRequest = (
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string => {
  const length = Buffer.byteLength(body)
  const all = { Host: 'service.test', ...(length > 0 && { 'Content-Length': length }), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}${separator}${body}`
}
