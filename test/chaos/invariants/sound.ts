import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { Reply, Sent } from '../ledger.ts'
import type { Evidence } from './evidence.ts'

/** For tests of the checkers: a log, a ledger and read models with nothing wrong. */
export const ok: Reply = { kind: 'answered', status: 200, body: {}, position: '9' }
export const refused: Reply = { kind: 'answered', status: 409, body: { code: 'conflict' } }
export const unavailable: Reply = { kind: 'answered', status: 503, body: { code: 'unavailable' } }
export const cut: Reply = { kind: 'cut', reason: 'ECONNRESET' }

let requests = 0

/** A request that took a millisecond, `at` milliseconds from the start. */
export const sent = (at: number, more: Partial<Sent> = {}): Sent => {
  requests += 1
  const requestId = more.requestId ?? `request-${requests}`
  return {
    requestId,
    client: 'writer 1',
    operation: 'card.create',
    key: requestId,
    sentAt: at,
    endedAt: at + 1,
    reply: ok,
    ...more,
  }
}

export const event = (position: number, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: randomUUID(),
  type: 'CardCreated',
  schemaVersion: 1,
  data: {},
  metadata: {
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    actor: { kind: 'user', id: 1 },
  },
  stream: `card-${position}`,
  revision: 0,
  position: BigInt(position),
  recordedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

/** The event a request left. */
export const left = (position: number, requestId: string, more: Partial<RecordedEvent> = {}) => {
  const plain = event(position, more)
  return { ...plain, metadata: { ...plain.metadata, requestId } }
}

const admin = '{"id":1,"email":"ada@example.com","is_superuser":true,"is_active":true}'

export const sound = (more: Partial<Evidence> = {}): Evidence => ({
  ledger: [],
  events: [],
  builds: [],
  failures: [],
  live: { users: [admin] },
  rebuilt: { users: [admin] },
  chain: [],
  runs: [],
  calm: {
    caughtUpMs: 5,
    mostCatchUpMs: 10_000,
    unhealthy: [],
    stuck: [],
    connections: 4,
    mostConnections: 20,
    zombies: [],
  },
  faults: [],
  ...more,
})
