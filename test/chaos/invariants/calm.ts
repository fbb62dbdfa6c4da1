import type { Invariant } from './evidence.ts'

export const calmAfterwards: Invariant = {
  id: 'INV-12',
  about: 'once faults stop: no lag in time, all healthy, nothing stuck, nothing left over',
  check: ({ calm }) => {
    const { caughtUpMs: lag, mostCatchUpMs, connections, mostConnections: most } = calm
    return [
      ...(lag === undefined ? ['the read models never caught up'] : []),
      ...(lag !== undefined && lag > mostCatchUpMs
        ? [`catching up took ${Math.round(lag)} ms`]
        : []),
      ...calm.unhealthy.map((it) => `not healthy: ${it}`),
      ...calm.stuck.map((it) => `stuck: ${it}`),
      ...(connections > most ? [`${connections} connections where pools hold ${most}`] : []),
      ...calm.zombies.map((it) => `left over: ${it}`),
    ]
  },
}
