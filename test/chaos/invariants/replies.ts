import { describe, outcomeOf, type Sent } from '../ledger.ts'
import type { Invariant, Span } from './evidence.ts'

/** What may be answered while faults are at work: 502 and 504 are the reverse proxy's words. */
const faulty: ReadonlySet<number> = new Set([502, 503, 504])

/** A 500 that is meant: the service did its part, and nobody knows how the target ended. */
const unknownOutcome = '500 action-outcome-unknown'

const overlaps = ({ sentAt, endedAt }: Sent, { from, to }: Span) => sentAt <= to && endedAt >= from

export const replies: Invariant = {
  id: 'INV-13',
  about: 'no 5xx without a fault; each reply is whole JSON, or the connection is cut',
  check: ({ ledger, faults }) =>
    ledger.flatMap((sent) => {
      const { reply } = sent
      if (reply.kind === 'torn')
        return [`${describe(sent)} answered ${reply.status} ${JSON.stringify(reply.text)}`]
      const isFaulty = faults.some((span) => overlaps(sent, span))
      if (reply.kind === 'cut')
        return isFaulty ? [] : [`${describe(sent)} was cut without a fault: ${reply.reason}`]
      if (reply.status < 500) return []
      const isMeant = faulty.has(reply.status) || outcomeOf(sent) === unknownOutcome
      return isFaulty && isMeant ? [] : [`${describe(sent)}`]
    }),
}
