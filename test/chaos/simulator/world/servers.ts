import { memoryEventStore } from '../../../../infra/event-store/memory.ts'
import { coreProjections } from '../../../../projections/index.ts'
import type { NewEvent } from '../../../../shared/kernel/event.ts'
import type { EventStore } from '../../../../shared/ports/event-store.ts'
import type { IdSequences } from '../../../../shared/ports/id-sequences.ts'
import type { Idempotency } from '../../../../shared/ports/idempotency.ts'
import type { Passwords } from '../../../../shared/ports/passwords.ts'
import type { Sessions } from '../../../../shared/ports/sessions.ts'
import { countingIds } from '../../../support/command.ts'
import type { Scheduler } from '../scheduler.ts'
import { type Applied, createApplied } from './applied.ts'
import { createIdempotency } from './idempotency.ts'
import { createLease, type Lease } from './lease.ts'
import { createReadModels, type ReadModels } from './read-models.ts'
import { createSessions } from './sessions.ts'

/** What outlives every process: the log and the database. They are never wrong, only far away. */
export type Servers = {
  readonly eventStore: EventStore
  readonly readModels: ReadModels
  readonly lease: Lease
  readonly applied: Applied
  readonly idempotency: Idempotency
  readonly ids: IdSequences
  readonly sessions: Sessions
  readonly passwords: Pick<Passwords, 'set'>
  /** The clock of the event store, which may be set. */
  setClock(byMs: number): void
}

/** The database that questions ask and graphs are about. */
export const connected: NewEvent = {
  id: '3f2b6c1e-64d0-4b57-9f0a-8b1f0d3f9e11',
  type: 'DatabaseConnected',
  schemaVersion: 1,
  data: {
    ...{ databaseId: 1, name: 'Shop', engine: 'postgres', details: {}, secretRef: null },
    ...{ isSample: false, isFullSync: true, schedules: {}, creatorId: null },
  },
  metadata: {
    $correlationId: '3f2b6c1e-64d0-4b57-9f0a-8b1f0d3f9e12',
    $causationId: '3f2b6c1e-64d0-4b57-9f0a-8b1f0d3f9e12',
    actor: { kind: 'system', name: 'simulation' },
  },
}

export const epochMs = Date.UTC(2026, 0, 2, 9)

export const createServers = ({ now }: Pick<Scheduler, 'now'>): Servers => {
  let off = 0
  const lease = createLease(now)
  const readModels = createReadModels(coreProjections, lease)
  return {
    eventStore: memoryEventStore(() => new Date(epochMs + now() + off)),
    readModels,
    lease,
    applied: createApplied(),
    idempotency: createIdempotency(now),
    ids: countingIds(),
    sessions: createSessions(readModels),
    passwords: { set: async () => undefined },
    setClock: (byMs) => {
      off += byMs
    },
  }
}
