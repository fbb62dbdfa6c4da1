import { describe } from '../ledger.ts'
import { isSession } from './ended-sessions.ts'
import type { Invariant } from './evidence.ts'
import { servedWithout } from './rights.ts'

export const lostRights: Invariant = {
  id: 'INV-8',
  about: 'nothing is served beyond rights that were acknowledged before the request began',
  check: ({ ledger }) =>
    servedWithout(ledger, (subject) => !isSession(subject)).map(
      (read) => `${describe(read)} was served without ${read.needs}`,
    ),
}
