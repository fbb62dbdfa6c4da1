import { describe, isAcknowledged } from '../ledger.ts'
import type { Invariant } from './evidence.ts'
import { leftByWrites } from './left.ts'

export const acknowledged: Invariant = {
  id: 'INV-1',
  about: 'the event of each acknowledged write is in the log, no further than its answer said',
  check: (evidence) =>
    leftByWrites(evidence).flatMap(({ tries, events }) => {
      const told = tries.find(isAcknowledged)
      if (!told) return []
      const [event] = events
      if (!event) return [`${describe(told)} left no ${told.leaves}`]
      const { reply } = told
      const said = reply.kind === 'answered' ? reply.position : undefined
      return said !== undefined && event.position > BigInt(said)
        ? [`${describe(told)} was told ${said}, but its event stands at ${event.position}`]
        : []
    }),
}
