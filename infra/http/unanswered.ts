import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Method } from '../../shared/contract/endpoint.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { clientAddress } from './client-address.ts'
import { type PipelineDependencies, sendError } from './pipeline.ts'
import { logOf } from './request-log.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void

const count = (
  request: IncomingMessage,
  response: ServerResponse,
  { rateLimiting, trustedProxies }: PipelineDependencies,
) =>
  rateLimiting.byAddress('metadata', clientAddress(request, trustedProxies), (name, value) =>
    response.setHeader(name, value),
  )

/** A request that reaches no endpoint is counted and logged like one that does. */
export const unanswered =
  (dependencies: PipelineDependencies, route: string, reply: Reply) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { log } = dependencies
    const entry = logOf(request, response, { path: route })
    try {
      await count(request, response, dependencies)
      reply(request, response)
    } catch (error) {
      sendError(response, error)
      if (!(error instanceof Refusal)) log.problem(entry, error)
    }
    log.request(entry, response)
  }

/** Lets a request through to what is no endpoint, counted and logged like one that is. */
export const counted =
  (dependencies: PipelineDependencies, route: string): RequestHandler =>
  async (request, response, next) => {
    const { log } = dependencies
    const entry = logOf(request, response, { path: route })
    response.once('close', () => log.request(entry, response))
    try {
      await count(request, response, dependencies)
      next()
    } catch (error) {
      sendError(response, error)
      if (!(error instanceof Refusal)) log.problem(entry, error)
    }
  }

export const nothingHere: Reply = () => {
  throw new Refusal('not-found', 'There is nothing at this address.')
}

/** A method an address does not have. `OPTIONS` says which ones it has, and nothing about origins. */
export const otherMethod = (methods: readonly Method[]): Reply => {
  const withHead = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
  const allow = [...withHead, 'OPTIONS'].join(', ')
  return (request, response) => {
    response.setHeader('Allow', allow)
    if (request.method !== 'OPTIONS')
      throw new Refusal('method-not-allowed', `This address answers ${allow}.`)
    response.statusCode = 204
    response.end()
  }
}

/** Express marks so an address it cannot decode, before any route sees it. */
const isUndecodable = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 400

/** What goes wrong outside of endpoints. */
export const failed =
  (dependencies: PipelineDependencies): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const reply: Reply = () => {
      throw isUndecodable(error) ? new Refusal('validation', 'The address is not valid.') : error
    }
    void unanswered(dependencies, '*', reply)(request, response)
  }
