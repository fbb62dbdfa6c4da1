import { describe, isAcknowledged, isUnknown } from '../ledger.ts'
import type { Invariant } from './evidence.ts'
import { leftByWrites } from './left.ts'

export const atMostOnce: Invariant = {
  id: 'INV-3',
  about: 'no write is there twice, and a refused one is not there at all',
  check: (evidence) =>
    leftByWrites(evidence).flatMap(({ tries, events }) => {
      const [first] = tries
      if (events.length > 1)
        return [`${describe(first)} is there ${events.length} times in ${tries.length} tries`]
      const mayBeThere = tries.some((it) => isAcknowledged(it) || isUnknown(it))
      return events.length === 1 && !mayBeThere
        ? [`${describe(first)} was refused, but its ${first.leaves} is there`]
        : []
    }),
}
