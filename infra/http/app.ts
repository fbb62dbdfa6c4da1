import express, { type Express, type RequestHandler } from 'express'
import type { Method } from '../../shared/contract/endpoint.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { mountPages, type Pages } from './pages/mount-pages.ts'
import { type Mounted, type PipelineDependencies, serve } from './pipeline.ts'
import { counted, failed, nothingHere, otherMethod, unanswered } from './unanswered.ts'

export type AppOptions = PipelineDependencies & {
  /** Endpoints of this process, from both sides or one. */
  readonly mounted: readonly Mounted[]
  readonly pages: Pages
  /** Proxies in front whose word about the client's address counts. */
  readonly trustedProxies: number
  /** What machines ask that watch this process. */
  readonly health: (app: Express) => void
  /** What describes the API, at addresses below these. */
  readonly documents: { readonly under: readonly string[]; readonly mount: (app: Express) => void }
}

/** Answers of the API are for their reader alone and nothing to frame, sniff or keep. */
const apiHeaders: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('X-Frame-Options', 'DENY')
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('Referrer-Policy', 'no-referrer')
  next()
}

/** Literal segments before parameters, so `/user/current` is not a user called "current". */
export const mostSpecificFirst = <M extends { endpoint: { path: string } }>(
  mounted: readonly M[],
) => {
  const weight = ({ endpoint }: M) =>
    endpoint.path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : '0'))
      .join('')
  return [...mounted].sort((a, b) => weight(a).localeCompare(weight(b)))
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<
  Method,
  string
>

/** The HTTP face of whatever endpoints this process answers. */
export const createApp = (options: AppOptions): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.set('trust proxy', options.trustedProxies)
  app.set('query parser', false)
  app.use(apiHeaders)
  options.health(app)
  for (const path of options.documents.under) app.use(path, counted(options, path))
  options.documents.mount(app)
  const byPath = groupBy(mostSpecificFirst(options.mounted), ({ endpoint }) => endpoint.path)
  for (const [path, group] of byPath) {
    for (const mounted of group) app[verbs[mounted.endpoint.method]](path, serve(mounted, options))
    // Before the next path: `/user/current` is not a user, whatever the method.
    const methods = group.map(({ endpoint }) => endpoint.method)
    app.all(path, unanswered(options, path, otherMethod(methods)))
  }
  mountPages(app, options.pages, options)
  app.use(unanswered(options, '*', nothingHere))
  app.use(failed(options))
  return app
}
