import { randomUUID } from 'node:crypto'
import type { Attributes } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Role } from '../roles.ts'
import type { Telemetry } from './index.ts'
import { watchAll } from './watch.ts'

type Options = {
  /** Of a collector that takes OTLP over HTTP; `/v1/traces` comes after it. */
  readonly url: string
  readonly role: Role
  readonly version: string
  /** Milliseconds between two sendings. */
  readonly everyMs?: number
}

/** Milliseconds for what is not sent yet. */
const partingMs = 2_000

const resourceOf = (attributes: Attributes) => {
  const resource = {
    attributes,
    getRawAttributes: () => Object.entries(attributes),
    merge: () => resource,
  }
  return resource
}

/**
 * Watches this process and sends what it sees, in the background: a collector that is away or slow
 * costs spans and nothing else. Headers, time-outs and sampling follow OpenTelemetry's variables.
 */
export const startTracing = ({ url, role, version, everyMs = 5_000 }: Options): Telemetry => {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceOf({
      'service.name': 'analytics-service',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'service.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: everyMs })],
  })
  const stopWatching = watchAll(provider.getTracer('analytics-service', version))
  return {
    stop: async () => {
      stopWatching()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, partingMs)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}
