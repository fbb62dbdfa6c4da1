import { describe } from '../ledger.ts'
import type { Invariant } from './evidence.ts'
import { servedWithout } from './rights.ts'

export const isSession = (subject: string): boolean => subject.startsWith('session ')

export const endedSessions: Invariant = {
  id: 'INV-7',
  about: 'no request succeeds with a session whose end was acknowledged before it began',
  check: ({ ledger }) =>
    servedWithout(ledger, isSession).map((read) => `${describe(read)} went in by ${read.needs}`),
}
