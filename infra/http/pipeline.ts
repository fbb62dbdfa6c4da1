import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyEndpoint, Download, RateClass } from '../../shared/contract/endpoint.ts'
import { checkValue } from '../../shared/kernel/json-input.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Authenticated, Sessions } from '../../shared/ports/sessions.ts'
import { requests } from '../observation/index.ts'
import { admitted, authenticate, type Doors } from './access.ts'
import { readBody } from './body.ts'
import { clientAddress } from './client-address.ts'
import { errorAnswer } from './errors.ts'
import { parseLists, parsePairs } from './form-input.ts'
import { jsonText } from './json-text.ts'
import type { RateLimiting } from './rate-limits.ts'
import { type LogEntry, logOf, type RequestLog } from './request-log.ts'
import { sendDownload } from './send-download.ts'
import { parseRequest } from './validate.ts'

/** A request that passed every check an endpoint's declaration implies. */
export type Call = {
  readonly endpoint: AnyEndpoint
  readonly request: { readonly params: never; readonly query: never; readonly body: never }
  readonly session: Authenticated | undefined
  readonly requestId: string
  readonly address: string
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
  /** Has this done once the answer has left or its client has. */
  readonly afterwards: (action: () => void) => void
  /** One header of the request, lower-case name. */
  readonly header: (name: string) => string | undefined
  /** What the client sent, for comparing repetitions. */
  readonly bodyBytes: Buffer
  readonly path: string
}

export type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The body where it is JSON text already; bytes are UTF-8. */
  readonly text?: string | Uint8Array
  readonly download?: Download
}

/** An endpoint and the side that answers it. */
export type Mounted = {
  readonly endpoint: AnyEndpoint
  readonly answer: (call: Call) => Promise<Answer>
}

export type PipelineDependencies = Doors & {
  readonly sessions: Sessions
  readonly rateLimiting: RateLimiting
  /** Proxies in front whose word about the client's address counts. */
  readonly trustedProxies: number
  readonly log: RequestLog
}

/** Answers a request whose address was found to be an endpoint's, with the parameters in it. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, unknown>>,
) => Promise<void>

/** All behind the first question mark; another one is part of a value. */
const searchOf = ({ url = '' }: IncomingMessage): string => {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Aborts when the client goes away. */
export const signalOf = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}

/** What has things done once the answer has left or its client has. */
export const afterwardsOf =
  (response: ServerResponse): Call['afterwards'] =>
  (action) => {
    if (response.closed) action()
    else response.once('close', action)
  }

/** The order of checks is decision G3: address, session, user, role, shape; the rest is the rules'. */
export const serve = (mounted: Mounted, dependencies: PipelineDependencies): Handler => {
  const { endpoint } = mounted
  const { rateLimiting, trustedProxies, log } = dependencies
  const handle = async (
    entry: LogEntry,
    ...[request, response, params]: Parameters<Handler>
  ): Promise<void> => {
    const signal = signalOf(response)
    const setHeader = (name: string, value: string) => void response.setHeader(name, value)
    try {
      const rate: RateClass = endpoint.rate
      const address = clientAddress(request, trustedProxies)
      await rateLimiting.byAddress(rate, address, setHeader)
      const admit = async () => {
        const found = await authenticate(dependencies, request.headers, endpoint)
        entry.userId = found?.actor.userId
        return found
      }
      const caller = await admit()
      if (caller) await rateLimiting.byUser(rate, caller.actor.userId, setHeader)
      let session = admitted(endpoint, caller, params.id)
      const isAllThere = request.complete || endpoint.body === undefined
      const { value: body, bytes } = endpoint.body
        ? await readBody(endpoint, request, response)
        : { value: undefined, bytes: Buffer.alloc(0) }
      if (!isAllThere) {
        // While the body was on its way the session may have ended, or its rights.
        session = admitted(endpoint, await admit(), params.id)
      }
      checkValue(params)
      const parsed = parseRequest(endpoint, {
        params,
        query: endpoint.manyValues
          ? parseLists(searchOf(request))
          : parsePairs(searchOf(request), endpoint.repeatable),
        body,
      })
      const answer = await mounted.answer({
        endpoint,
        request: parsed as Call['request'],
        session,
        requestId: entry.requestId,
        address,
        signal,
        afterwards: afterwardsOf(response),
        header: (name) => {
          const found = request.headers[name]
          return typeof found === 'string' ? found : undefined
        },
        bodyBytes: bytes,
        path: request.url ?? '',
      })
      await send(response, answer)
    } catch (error) {
      // What fails because its reader left is nobody's problem.
      if (!(error instanceof Refusal) && !signal.aborted) log.problem(entry, error)
      sendError(response, error)
    }
    log.request(entry, response)
  }
  return (...asked) => {
    const [request, response] = asked
    const entry = logOf(request, response, endpoint)
    const { headers } = request
    return requests.run({ ...entry, headers, response }, () => handle(entry, ...asked))
  }
}

const send = async (response: ServerResponse, answer: Answer): Promise<void> => {
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (answer.download) return sendDownload(response, answer.download)
  response.statusCode = answer.status
  const { text, body } = answer
  if (text !== undefined) sendJson(response, text)
  else if (body === undefined) response.end()
  else sendJson(response, jsonText(body))
}

/** The body of an answer as JSON text; undefined where there is none. */
export const textOf = ({ body, text }: Answer): string | undefined => {
  if (text === undefined) return body === undefined ? undefined : JSON.stringify(body)
  return typeof text === 'string' ? text : Buffer.from(text).toString()
}

type Json = string | Uint8Array | readonly Uint8Array[]

/** Express's own `json` also looks for ETags, formats and charsets, none of which we have. */
const sendJson = (response: ServerResponse, json: Json): void => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (typeof json === 'string' || json instanceof Uint8Array) {
    response.end(json)
    return
  }
  response.setHeader(
    'Content-Length',
    json.reduce((bytes, { length }) => bytes + length, 0),
  )
  for (const piece of json) response.write(piece)
  response.end()
}

/** A download that has begun cannot become an error any more: cut, so that it does not look whole. */
export const sendError = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { status, headers, body } = errorAnswer(error)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = status
  sendJson(response, JSON.stringify(body))
}
