import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import type { Endpoint } from '../own-places.ts'

/** Bounds of what one process opens towards a customer's database. Times in milliseconds. */
export type EngineOptions = {
  /** Connections per database at the most. */
  readonly poolSize: number
  /** Queries that may wait for a connection of one database. */
  readonly queueLimit: number
  /** How long one of them waits before it is refused as `overloaded`. */
  readonly queueWaitMs: number
  readonly connectTimeoutMs: number
  /** An unused connection is closed after this time. */
  readonly idleMs: number
  /** Statement time-out of schema reading. */
  readonly introspectMs: number
  /** The service's own servers, which nobody may add as a database. */
  readonly ownEndpoints: readonly Endpoint[]
  /** True for a database the service itself brought, e.g. the sample: it may live on our server. */
  readonly isOwnDatabase: (details: ConnectionDetails) => boolean
}

export const engineDefaults: EngineOptions = {
  poolSize: 10,
  queueLimit: 50,
  queueWaitMs: 10_000,
  connectTimeoutMs: 10_000,
  idleMs: 60_000,
  introspectMs: 300_000,
  ownEndpoints: [],
  isOwnDatabase: () => false,
}
