import express, { type Express } from 'express'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { BusFacts } from './bus/facts.ts'
import type { AnswerMemoryFacts } from './limits/answer-memory.ts'
import { eventStoreMetrics } from './metrics/event-store.ts'
import { httpMetrics } from './metrics/http.ts'
import { type LimitsFacts, limitsMetrics } from './metrics/limits.ts'
import {
  busMetrics,
  type LeadershipsFacts,
  leadershipMetrics,
  memoryMetrics,
  type PoolCounts,
  poolMetrics,
} from './metrics/processes.ts'
import { type ProjectionFacts, projectionMetrics, waitMetrics } from './metrics/projection.ts'
import type { Unwatch } from './metrics/watching.ts'
import { type MailFacts, queryMetrics, workMetrics } from './metrics/work.ts'

export type { LimitsFacts, ProjectionFacts }

export type Metrics = {
  readonly registry: Registry
  readonly requests: {
    observe(labels: { method: string; route: string; status: string }, seconds: number): void
  }
  /** Counts nothing from then on. */
  stop(): void
}

/** What a process has to tell; nothing of parts it does not have. */
export type Facts = {
  /** Where the log ends. */
  readonly head: () => Promise<bigint>
  readonly bus: () => BusFacts
  readonly pools: Readonly<Record<string, PoolCounts>>
  readonly leadership: () => LeadershipsFacts
  readonly projection?: (() => Promise<ProjectionFacts>) | undefined
  readonly limits?: (() => LimitsFacts) | undefined
  readonly memory?: (() => AnswerMemoryFacts) | undefined
  /** Where what is due is done. */
  readonly mails?: (() => Promise<MailFacts>) | undefined
}

/** Prometheus metrics of this process. */
export const createMetrics = (facts: Facts): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const unwatch: Unwatch = []
  // Before those that ask the database, whose own queries are not what it counts.
  poolMetrics(registers, facts.pools)
  const requests = httpMetrics(registers, unwatch)
  eventStoreMetrics(registers, unwatch, facts.head)
  waitMetrics(registers, unwatch)
  queryMetrics(registers, unwatch)
  busMetrics(registers, facts.bus)
  leadershipMetrics(registers, facts.leadership)
  if (facts.projection) projectionMetrics(registers, unwatch, facts.projection)
  if (facts.limits) limitsMetrics(registers, facts.limits)
  if (facts.memory) memoryMetrics(registers, facts.memory)
  if (facts.mails) workMetrics(registers, unwatch, facts.mails)
  return {
    registry,
    requests,
    stop: () => {
      for (const end of unwatch) end()
    },
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
