import express, { type Express } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the projector tells of itself. */
export type ProjectionFacts = {
  readonly position: bigint
  readonly lagSeconds: number
  readonly eventsApplied: number
  readonly batches: number
  readonly failures: number
  readonly live: boolean
}

/** What the limiter tells of itself. */
export type LimitsFacts = {
  /** All processes count together. */
  readonly shared: boolean
  /** Calls since the start that were to be counted together and were not. */
  readonly countedAlone: number
}

export type Metrics = {
  readonly registry: Registry
  readonly requests: {
    observe(labels: { method: string; route: string; status: string }, seconds: number): void
  }
  /** Seconds a write waited until readers could see it, and whether they could in time. */
  readonly waits: { observe(seconds: number, inTime: boolean): void }
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const projectionMetrics = (registers: Registry[], projection: () => Promise<ProjectionFacts>) => {
  const gauge = (name: string, help: string, value: (facts: ProjectionFacts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['projection'],
      async collect() {
        this.set({ projection: 'core' }, value(await projection()))
      },
    })
  gauge('projection_position', 'Position of the last event applied', (it) => Number(it.position))
  gauge('projection_lag_seconds', 'Age of the oldest event not applied yet', (it) => it.lagSeconds)
  gauge('projection_events_applied', 'Events applied since the start', (it) => it.eventsApplied)
  gauge('projection_batches', 'Transactions since the start', (it) => it.batches)
  gauge('projection_quarantined_streams', 'Streams left behind', (it) => it.failures)
  gauge('projection_live', '1 while the projector follows the log', (it) => Number(it.live))
}

const limitsMetrics = (registers: Registry[], limits: () => LimitsFacts) => {
  const ofLimits = (name: string, help: string, value: (facts: LimitsFacts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(limits()))
      },
    })
  ofLimits('limits_shared', '1 while all processes count calls together', (it) => Number(it.shared))
  ofLimits(
    'limits_counted_alone',
    'Calls that this process counted without Redis',
    (it) => it.countedAlone,
  )
}

/** What a process has to tell; nothing of parts it does not have. */
export type Facts = {
  readonly projection?: (() => Promise<ProjectionFacts>) | undefined
  readonly limits?: (() => LimitsFacts) | undefined
}

/** Prometheus metrics of this process. */
export const createMetrics = ({ projection, limits }: Facts): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const waits = new Histogram({
    name: 'projection_wait_seconds',
    help: 'Time a write waited until readers could see it',
    labelNames: ['in_time'],
    buckets,
    registers,
  })
  if (projection) projectionMetrics(registers, projection)
  if (limits) limitsMetrics(registers, limits)
  return {
    registry,
    requests: { observe: (labels, seconds) => requests.observe(labels, seconds) },
    waits: { observe: (seconds, inTime) => waits.observe({ in_time: String(inTime) }, seconds) },
  }
}

/** The app that answers `/metrics`, for a port of its own that no proxy leads to. */
export const metricsApp = ({ registry }: Metrics): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.get('/metrics', async (_, response) => {
    response.setHeader('Content-Type', registry.contentType)
    response.send(await registry.metrics())
  })
  return app
}
