import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import type { AnyEndpoint, Method } from '../../shared/contract/endpoint.ts'
import { mostSpecificFirst } from '../../shared/contract/most-specific-first.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { setApiHeaders } from './api-headers.ts'
import { closedParameters } from './closed-parameters.ts'
import { mountPages, type Pages } from './pages/mount-pages.ts'
import {
  type Handler,
  type Mounted,
  type PipelineDependencies,
  sendError,
  serve,
} from './pipeline.ts'
import { counted, failed, nothingHere, otherMethod, unanswered } from './unanswered.ts'

export type AppOptions = PipelineDependencies & {
  /** Endpoints of this process, from both sides or one. */
  readonly mounted: readonly Mounted[]
  /** Endpoints that other processes answer: an address here has their methods, too. */
  readonly elsewhere?: readonly AnyEndpoint[]
  readonly pages: Pages
  /** What describes the API, at addresses below these. */
  readonly documents: { readonly under: readonly string[]; readonly mount: (app: Express) => void }
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<
  Method,
  string
>

/**
 * The HTTP face of whatever endpoints this process answers. An address without parameters is looked
 * up as it stands, in front of Express: that tries one route after the other and gives each request
 * another prototype, which all code behind it pays for.
 */
export const createApp = (options: AppOptions): RequestListener => {
  const literal = new Map<string, Handler>()
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.set('trust proxy', options.trustedProxies)
  app.set('query parser', false)
  app.use((_, response, next) => {
    setApiHeaders(response)
    next()
  })
  for (const path of options.documents.under) app.use(path, counted(options, path))
  options.documents.mount(app)
  const handled = options.mounted.map((mounted) => ({
    endpoint: mounted.endpoint,
    handle: serve(mounted, options),
  }))
  const others = (options.elsewhere ?? []).map((endpoint) => ({
    endpoint,
    handle: unanswered(options, endpoint.path, nothingHere),
  }))
  const byPath = groupBy(mostSpecificFirst([...handled, ...others]), (it) => it.endpoint.path)
  for (const [path, group] of byPath) {
    for (const { endpoint, handle } of group) {
      const { method } = endpoint
      if (!path.includes(':')) literal.set(`${method} ${path}`, handle)
      const isMeant = closedParameters(endpoint)
      app[verbs[method]](path, (request, response, next) =>
        isMeant(request.params) ? handle(request, response, request.params) : next(),
      )
    }
    // Before the next path: `/user/current` is not a user, whatever the method.
    const methods = group.map(({ endpoint }) => endpoint.method)
    const isHere = group.map(({ endpoint }) => closedParameters(endpoint))
    const other = unanswered(options, path, otherMethod(methods))
    app.all(path, (request, response, next) =>
      isHere.some((isMeant) => isMeant(request.params)) ? other(request, response) : next(),
    )
  }
  mountPages(app, options.pages, options)
  app.use(unanswered(options, '*', nothingHere))
  app.use(failed(options))
  return (request, response) => {
    const { method, url = '' } = request
    const mark = url.indexOf('?')
    const handle = literal.get(`${method} ${mark < 0 ? url : url.slice(0, mark)}`)
    if (!handle) return app(request, response)
    setApiHeaders(response)
    return handle(request, response, {}).catch((error: unknown) => sendError(response, error))
  }
}
