import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import { type Metrics, metricsApp } from '../metrics.ts'

/** Answers `/metrics` on a port of its own, as far as one is wanted. */
export const serveMetrics = async (
  metrics: Metrics,
  config: Pick<Config, 'metrics'>,
  servicePort: number,
  log: Logger,
): Promise<RunningServer | undefined> => {
  const { host, port } = config.metrics
  if (port === 'off') return undefined
  const app = metricsApp(metrics)
  if (port !== 'auto') return startServer(app, { host, port })
  return startServer(app, { host, port: servicePort + 1_000 }).catch((error) => {
    log.debug({ err: error }, 'the metrics take another port')
    return startServer(app, { host, port: 0 })
  })
}
