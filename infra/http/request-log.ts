import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'

/** One request, as the log tells it: never a body, a token or a query string. */
export type LogEntry = {
  readonly requestId: string
  readonly method: string
  /** The endpoint's pattern, so that ids in paths do not make a line each of metrics. */
  readonly route: string
  readonly startedAt: number
  userId: number | undefined
}

export type RequestLog = {
  request(entry: LogEntry, response: ServerResponse): void
  problem(entry: LogEntry, error: unknown): void
}

const acceptable = /^[A-Za-z0-9_-]{8,64}$/

/** Starts the entry of a request; a caller's own request id is kept when it is harmless. */
export const logOf = (
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Pick<AnyEndpoint, 'path'>,
): LogEntry => {
  const given = request.headers['x-request-id']
  const requestId = typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
  response.setHeader('X-Request-Id', requestId)
  return {
    requestId,
    method: request.method ?? '',
    route: endpoint.path,
    startedAt: performance.now(),
    userId: undefined,
  }
}

export type RequestMetrics = {
  observe(labels: { method: string; route: string; status: string }, seconds: number): void
}

export const requestLog = (logger: Logger, metrics: RequestMetrics): RequestLog => {
  // The line of a request is made of the members below: nothing in it has to be looked for and hid.
  const lines = logger.child({}, { redact: [] })
  return {
    request: ({ method, route, requestId, userId, startedAt }, { statusCode: status }) => {
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observe({ method, route, status: String(status) }, seconds)
      const ms = Math.round(seconds * 1e3)
      lines.info({ requestId, method, route, userId, status, ms }, 'request')
    },
    problem: ({ requestId, method, route }, error) =>
      logger.error({ requestId, method, route, err: error }, 'request failed'),
  }
}
