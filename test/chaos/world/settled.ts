import { mostConnections } from '../../../infra/main/pools.ts'
import type { Calm } from '../invariants/evidence.ts'
import { calmAfter } from './calm.ts'
import type { World } from './world.ts'

/** Connections of a process beside its pools: those that listen. */
const listening = 4

const perProcess = Object.values(mostConnections).reduce((sum, most) => sum + most, listening)

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
