import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'

/** What a command works on that looks after the databases themselves, not what is in them. */
export type Owner = {
  /** The login that owns the service's database. */
  readonly connection: pg.ClientConfig
  /** Undefined where EVENTSTORE_URL is not set. */
  readonly openEventStoreDb: (() => EventStore) | undefined
}
