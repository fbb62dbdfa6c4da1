import { postgresLog } from '../support/postgres-log.ts'
import { eventStoreContract } from './event-store.ts'

eventStoreContract('postgres', async () => {
  const log = await postgresLog()
  return { store: log.openStore(), release: log.drop }
})
