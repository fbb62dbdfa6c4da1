import { afterEach, beforeEach } from '@jest/globals'
import {
  type EventStoreDbOptions,
  eventStoreDb,
} from '../../../infra/event-store/eventstoredb/event-store.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { type EventStoreDbServer, startEventStoreDb } from './server.ts'

export type EventStoreDbLab = {
  readonly server: EventStoreDbServer
  readonly store: EventStore
  /** What the store was told to tell. */
  readonly problems: readonly unknown[]
  /** A store as a process of its own would open it. */
  open(options?: Partial<EventStoreDbOptions>): EventStore
}

/** For stores of tests that lose answers: they need not wait for them as long as others do. */
export const impatient = { timeouts: { append: 250, read: 250 } } as const

/** A fresh server with a store on it for each test. */
export const eventStoreDbLab = (): EventStoreDbLab => {
  let server: EventStoreDbServer | undefined
  const stores: EventStore[] = []
  const problems: unknown[] = []
  const present = <T>(it: T | undefined): T => {
    if (it === undefined) throw new Error('the lab is not open')
    return it
  }
  const open = (options: Partial<EventStoreDbOptions> = {}) => {
    const onProblem = (error: unknown) => problems.push(error)
    const store = eventStoreDb({ url: present(server).url, onProblem, ...options })
    stores.push(store)
    return store
  }
  beforeEach(async () => {
    server = await startEventStoreDb()
    open()
  })
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    server?.stop()
    problems.splice(0)
  })
  return {
    get server() {
      return present(server)
    },
    get store() {
      return present(stores[0])
    },
    problems,
    open,
  }
}
