import pg from 'pg'
import { postgresEventStore } from '../../../infra/event-store/postgres/event-store.ts'
import type { Calm } from '../invariants/evidence.ts'
import { calmAfter } from './calm.ts'
import type { World } from './world.ts'

/** Connections of a process beside its pools: those that listen. */
const perProcess = 20 + 5 + 4

/** Waits until a world is calm again, past all its proxies. */
export const calmOf = async (
  { database, processes }: World,
  mostCatchUpMs = 10_000,
): Promise<Calm> => {
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  const eventStore = postgresEventStore({ pool, listen: { connectionString: database } })
  try {
    return await calmAfter({
      database,
      head: () => eventStore.head(),
      health: processes,
      mostCatchUpMs,
      mostConnections: processes.length * perProcess,
      zombies: () =>
        processes.filter((it) => !it.isRunning()).map(({ name }) => `${name} does not run`),
    })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}
