import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { commandRoutes } from '../../command-service/routes.ts'
import { queryRoutes } from '../../query-service/routes.ts'
import { endpoints } from '../../shared/contract/index.ts'
import type { Config } from '../config.ts'
import { apiDocsPaths, mountApiDocs } from '../http/api-docs.ts'
import { createApp } from '../http/app.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { Mounted } from '../http/pipeline.ts'
import { rateLimits } from '../http/rate-limits.ts'
import { requestLog } from '../http/request-log.ts'
import { rateLimitsOf } from '../limits/rate-limits-of.ts'
import type { Metrics } from '../metrics.ts'
import type { Adapters } from './adapters.ts'
import { mountCommand } from './command-side.ts'
import { decidedViews } from './decided-views.ts'
import { pagesOf } from './page-side.ts'
import type { Side } from './parts.ts'
import { mountQuery } from './query-side.ts'
import { sharedSide } from './shared-side.ts'
import type { Storage } from './storage.ts'
import { version } from './version.ts'

/** The routes of each side; commands answer with reads, so the command side has those as well. */
const mountersOf = (
  adapters: Adapters,
  storage: Storage,
  { projectionWaitMs: waitMs }: Config,
): Readonly<Record<Side, () => readonly Mounted[]>> => {
  const reads = queryRoutes(adapters)
  return {
    command: () => {
      const withDecidedViews = decidedViews({ pool: storage.pool, ...adapters })
      const mount = mountCommand({ ...adapters, waitMs, reads, withDecidedViews })
      return commandRoutes(adapters).map(mount)
    },
    query: () => [
      ...reads.map(mountQuery({ ...adapters, waitMs })),
      ...sharedSide(adapters, storage, waitMs),
    ],
  }
}

const describeApi = {
  under: apiDocsPaths,
  mount: (app: Parameters<typeof mountApiDocs>[0]) =>
    mountApiDocs(app, 'Analytics Service API', (title) =>
      openApiDocument(endpoints, { title, version: version.tag }),
    ),
}

const describedElsewhere = { under: [], mount: () => undefined }

/** All that a process of these sides answers over HTTP. */
export const appOf = (
  sides: readonly Side[],
  adapters: Adapters,
  storage: Storage,
  config: Config,
  metrics: Metrics,
  log: Logger,
): RequestListener => {
  const mounters = mountersOf(adapters, storage, config)
  const mounted = sides.flatMap((side) => mounters[side]())
  const isQuerySide = sides.includes('query')
  return createApp({
    mounted,
    elsewhere: endpoints.filter(({ side }) => !sides.includes(side)),
    pages: pagesOf(sides, adapters, mounted, {
      waitMs: config.projectionWaitMs,
      frameAncestors: config.frameAncestors,
    }),
    trustedProxies: config.trustedProxies,
    sessions: adapters.sessions,
    apiKeys: adapters.apiKeys,
    rateLimiting: rateLimits({
      limiter: adapters.limiter,
      rateOf: rateLimitsOf(adapters.settings),
      keyOf: adapters.limiterKey,
    }),
    log: requestLog(log, metrics.requests),
    documents: isQuerySide ? describeApi : describedElsewhere,
  })
}
