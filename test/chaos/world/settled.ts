import type { Calm } from '../invariants/evidence.ts'
import { calmAfter } from './calm.ts'
import type { World } from './world.ts'

/** Connections of a process beside its pools: those that listen. */
const perProcess = 20 + 5 + 4

/** Waits until a world is calm again, past all its proxies. */
export const calmOf = async (
  { database, log, processes }: World,
  mostCatchUpMs = 10_000,
): Promise<Calm> => {
  const eventStore = log.open()
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
  }
}
