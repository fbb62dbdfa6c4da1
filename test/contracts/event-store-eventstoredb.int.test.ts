import { eventStoreDb } from '../../infra/event-store/eventstoredb/event-store.ts'
import { startEventStoreDb } from '../support/eventstoredb/server.ts'
import { eventStoreContract } from './event-store.ts'

eventStoreContract('eventstoredb', async () => {
  const server = await startEventStoreDb()
  return { store: eventStoreDb({ url: server.url }), release: async () => server.stop() }
})

const { EVENTSTORE_URL: url } = process.env

/** A node that the machine has; its log may hold anything of ours already, and keeps what this adds. */
if (url !== undefined)
  eventStoreContract('eventstoredb, a node', async () => ({
    store: eventStoreDb({ url }),
    release: async () => undefined,
  }))
