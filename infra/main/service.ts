import type { Logger } from 'pino'
import { ensureSample } from '../../command-service/database/sample.ts'
import { initialise } from '../../command-service/initialise.ts'
import { commandRoutes } from '../../command-service/routes.ts'
import { queryRoutes } from '../../query-service/routes.ts'
import { endpoints } from '../../shared/contract/index.ts'
import { checkCatalogue } from '../../shared/events/index.ts'
import type { Config } from '../config.ts'
import { apiDocsPaths, mountApiDocs } from '../http/api-docs.ts'
import { createApp } from '../http/app.ts'
import { mountHealth } from '../http/health.ts'
import { openApiDocument } from '../http/openapi.ts'
import { rateLimits } from '../http/rate-limits.ts'
import { requestLog } from '../http/request-log.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import { rateLimitsOf } from '../limits/rate-limits-of.ts'
import { createMetrics, metricsApp } from '../metrics.ts'
import { type Adapters, createAdapters } from './adapters.ts'
import { type BackgroundHooks, startBackground, systemExecutor } from './background.ts'
import { mountCommand } from './command-side.ts'
import { decidedViews } from './decided-views.ts'
import { limitsFacts, projectionFacts, readiness, readinessNotes } from './facts.ts'
import { pagesOf } from './page-side.ts'
import { mountQuery } from './query-side.ts'
import { ensureReadModels } from './read-models/ensure.ts'
import { logProgress } from './read-models/log-progress.ts'
import type { Storage } from './storage.ts'
import { version } from './version.ts'

export type Service = {
  readonly url: string
  readonly metricsUrl: string | undefined
  /** Present while nobody has set the service up. */
  readonly setupToken: string | undefined
  readonly adapters: Adapters
  /** Finishes what is under way, within 10 s. */
  stop(): Promise<void>
}

const mountAll = (adapters: Adapters, storage: Storage, config: Config) => {
  const { views, progress } = adapters
  const reads = queryRoutes(adapters)
  const waitMs = config.projectionWaitMs
  const decided = decidedViews({ pool: storage.pool, ...adapters })
  const command = mountCommand({ ...adapters, waitMs, reads, withDecidedViews: decided })
  return [
    ...commandRoutes(adapters).map(command),
    ...reads.map(mountQuery({ views, progress, waitMs })),
  ]
}

/** The first admin an environment asks for; their names can be given a better form later. */
const firstAdmin = ({ admin }: Config) =>
  admin && { ...admin, firstName: 'Admin', lastName: 'Admin' }

const serveMetrics = async (
  metrics: ReturnType<typeof createMetrics>,
  config: Config,
  port: number,
  log: Logger,
): Promise<RunningServer | undefined> => {
  const wanted = config.metrics.port
  if (wanted === 'off') return undefined
  const { host } = config.metrics
  const app = metricsApp(metrics)
  if (wanted !== 'auto') return startServer(app, { host, port: wanted })
  return startServer(app, { host, port: port + 1_000 }).catch((error) => {
    log.debug({ err: error }, 'the metrics take another port')
    return startServer(app, { host, port: 0 })
  })
}

/** Brings everything up over an open storage; answers once the service can be used. */
export const startService = async (
  storage: Storage,
  config: Config,
  log: Logger,
  hooks: BackgroundHooks = {},
): Promise<Service> => {
  checkCatalogue()
  const adapters = createAdapters(storage, config, log, hooks.projections)
  await ensureReadModels({ pool: storage.pool, ...adapters, watch: logProgress(log) })
  const background = startBackground(adapters, storage, log, hooks)
  const startUp = systemExecutor(adapters, 'start-up')
  const { setUp } = await initialise(adapters, startUp, adapters.ids, firstAdmin(config))
  await adapters.queryLog.arrange()
  await ensureSample(adapters, startUp, adapters.ids)
  await adapters.progress.reached(startUp.position() ?? 0n, 10_000)
  background.startReactors()
  await adapters.limits.tried

  const metrics = createMetrics(
    projectionFacts(adapters, background.projector),
    limitsFacts(adapters),
  )
  const document = openApiDocument(endpoints, {
    title: 'Analytics Service API',
    version: version.tag,
  })
  const mounted = mountAll(adapters, storage, config)
  const app = createApp({
    mounted,
    pages: pagesOf(adapters, mounted, {
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
    health: (watched) =>
      mountHealth(watched, readiness(adapters, background.projector), readinessNotes(adapters)),
    documents: { under: apiDocsPaths, mount: (described) => mountApiDocs(described, document) },
  })
  const server = await startServer(app, config)
  const metricsServer = await serveMetrics(metrics, config, server.port, log)
  for (const listening of [server, metricsServer])
    if (listening) adapters.ownServers.listensAt(listening)
  return {
    url: `http://${server.host}:${server.port}`,
    metricsUrl: metricsServer && `http://${metricsServer.host}:${metricsServer.port}/metrics`,
    setupToken: setUp ? undefined : await adapters.setupToken.current(),
    adapters,
    stop: async () => {
      await server.stop()
      await metricsServer?.stop()
      await background.stop()
      await Promise.all([...adapters.drivers.values()].map((driver) => driver.close()))
      await Promise.all([...adapters.writers.values()].map((writer) => writer.close()))
      await adapters.queryLog.stop()
      await adapters.recentViews.settled()
      await adapters.loginsSettled()
      adapters.charts.stop()
      adapters.mailer.close()
      adapters.pngs.stop()
      adapters.limits.stop()
      await adapters.eventStore.close()
    },
  }
}
