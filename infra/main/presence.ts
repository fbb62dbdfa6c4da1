import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Front } from '../http/front.ts'
import type { Health } from '../http/health.ts'
import type { Metrics } from '../metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import type { OwnServers } from './own-servers.ts'

/** Where a process can be asked. */
export type Presence = {
  readonly url: string
  readonly metricsUrl: string | undefined
  /** What is asked already is answered; nobody is let in any more. */
  leave(options?: { readonly lingerMs?: number }): Promise<void>
}

type Shown = Pick<Health, 'readiness' | 'notes'> & {
  readonly app: RequestListener
  readonly metrics: Metrics
  readonly ownServers?: OwnServers
}

/** Lets requests in, and whoever measures. */
export const enter = async (
  front: Front,
  config: Pick<Config, 'metrics'>,
  log: Logger,
  { app, metrics, ownServers, readiness, notes }: Shown,
): Promise<Presence> => {
  const metricsServer = await serveMetrics(metrics, config, front.port, log)
  for (const listening of [front, metricsServer]) if (listening) ownServers?.listensAt(listening)
  front.open(app, { readiness, notes })
  return {
    url: `http://${front.host}:${front.port}`,
    metricsUrl: metricsServer && `http://${metricsServer.host}:${metricsServer.port}/metrics`,
    leave: async (options) => {
      await front.stop(options)
      await metricsServer?.stop()
      metrics.stop()
    },
  }
}
