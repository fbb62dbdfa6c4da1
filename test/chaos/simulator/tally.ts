import { isAcknowledged } from '../ledger.ts'
import type { Simulated } from './simulate.ts'

/** What many runs come to. */
export type Tally = {
  add(played: Simulated): void
  readonly runs: () => number
  readonly failed: () => number
  /** How often each thing happened. */
  readonly counts: ReadonlyMap<string, number>
  /** Hours that passed in the simulations. */
  readonly hours: () => number
}

export const createTally = (): Tally => {
  const counts = new Map<string, number>()
  const count = (what: string, times: number) =>
    void counts.set(what, (counts.get(what) ?? 0) + times)
  let runs = 0
  let failed = 0
  let simulatedMs = 0
  return {
    add: ({ counts: more, evidence, violations, simulatedMs: ms }) => {
      runs += 1
      failed += violations.length > 0 ? 1 : 0
      simulatedMs += ms
      count('requests', evidence.ledger.length)
      count(
        'writes acknowledged',
        evidence.ledger.filter((it) => it.leaves && isAcknowledged(it)).length,
      )
      count('events', evidence.events.length)
      for (const [what, times] of more) count(what, times)
    },
    runs: () => runs,
    failed: () => failed,
    counts,
    hours: () => simulatedMs / 3_600_000,
  }
}
