import { StartupProblem } from '../../startup-problem.ts'
import type { Guide } from './guide.ts'

export type Reply = {
  readonly status: number
  /** Parsed where it is JSON. */
  readonly body: unknown
}

export type Client = {
  readonly url: string
  /** Sends a request as the logged-in user, and shows it as a curl line. */
  call(method: string, path: string, body?: unknown): Promise<Reply>
  /** Asks again without showing it, for waiting. */
  repeat(path: string): Promise<Reply>
  /** The same for a file: the answer as it comes. */
  download(path: string, body: unknown): Promise<Response>
  useSession(token: string | undefined): void
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const secretKeys: ReadonlySet<string> = new Set(['password', 'token'])

/** The body as it is shown: a password is nobody else's business, nor is a token. */
const shown = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (secretKeys.has(key) ? '…' : value))

const curlLine = (
  url: string,
  method: string,
  path: string,
  session: string | undefined,
  body: unknown,
) =>
  [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `${url}${path}`,
    ...(session === undefined ? [] : [`-H 'X-Service-Session: ${session.slice(0, 8)}…'`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(shown(body))}`]),
  ].join(' ')

const send = async (url: string, request: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, request)
  } catch {
    const { origin } = new URL(url)
    throw new StartupProblem(`No service answers at ${origin}. Start it first: npm start`)
  }
}

const replyOf = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text }
}

/** An HTTP client that shows what it does. */
export const createClient = (url: string, guide: Guide): Client => {
  let session: string | undefined

  const request = (method: string, path: string, body?: unknown): Promise<Response> =>
    send(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(session !== undefined && { 'X-Service-Session': session }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  const show = (method: string, path: string, body: unknown): void =>
    guide.command(curlLine(url, method, path, session, body))

  return {
    url,
    call: async (method, path, body) => {
      show(method, path, body)
      return replyOf(await request(method, path, body))
    },
    repeat: async (path) => replyOf(await request('GET', path)),
    download: (path, body) => {
      show('POST', path, body)
      return request('POST', path, body)
    },
    useSession: (token) => {
      session = token
    },
  }
}
