import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { setApiHeaders } from './api-headers.ts'
import { type Check, type Health, healthListener } from './health.ts'
import { sendError } from './pipeline.ts'
import { type Address, type RunningServer, startServer, type Timeouts } from './server.ts'

/** What a process shows to the network, from its first moment to its last. */
export type Front = {
  readonly host: string
  readonly port: number
  /** Names a part that keeps the process from being ready, in words for `/readyz`. */
  lacks(part: string, state: string): void
  has(part: string): void
  /** From here on requests are answered, and readiness is what these checks say. */
  open(app: RequestListener, health: Pick<Health, 'readiness' | 'notes'>): void
  /**
   * `/readyz` says so at once, every answer asks its client to come back elsewhere, and after
   * `lingerMs`, in which whoever has not heard of it is still served, nobody is let in. Asked again
   * without any, it lingers no longer.
   */
  stop(options?: { readonly lingerMs?: number }): Promise<void>
}

/** Answers everything with the same refusal. */
export const refusing =
  (refusal: Refusal): RequestListener =>
  (_, response) => {
    setApiHeaders(response)
    sendError(response, refusal)
  }

const starting = refusing(
  new Refusal('unavailable', 'The service is starting; try again in a moment.', { retryAfter: 1 }),
)

/** Listens at once, so that whoever watches the process can ask what it waits for. */
export const openFront = async (address: Address, timeouts?: Timeouts): Promise<Front> => {
  const missing = new Map<string, Check>()
  const underWay = new Set<ServerResponse>()
  let app = starting
  let opened: Pick<Health, 'readiness' | 'notes'> | undefined
  let stopping = false
  let stopped: Promise<void> | undefined
  const lingering = new AbortController()

  const currentHealth = (): Health => ({
    status: stopping ? 'stopping' : opened ? 'running' : 'starting',
    readiness: { ...opened?.readiness, ...Object.fromEntries(missing) },
    notes: opened?.notes ?? {},
  })
  const health = healthListener(currentHealth)
  const server: RunningServer = await startServer(
    (request, response) => {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
      if (stopping) response.shouldKeepAlive = false
      const listener = health(request.method, request.url) ?? app
      return listener(request, response)
    },
    address,
    timeouts,
  )

  const leave = async (lingerMs: number) => {
    stopping = true
    for (const response of underWay) response.shouldKeepAlive = false
    const { signal } = lingering
    if (lingerMs > 0) await setTimeout(lingerMs, undefined, { signal }).catch(() => undefined)
    await server.stop()
  }

  return {
    host: server.host,
    port: server.port,
    lacks: (part, state) => void missing.set(part, async () => state),
    has: (part) => void missing.delete(part),
    open: (listener, health) => {
      app = listener
      opened = health
    },
    stop: ({ lingerMs = 0 } = {}) => {
      if (lingerMs === 0) lingering.abort()
      stopped ??= leave(lingerMs)
      return stopped
    },
  }
}
