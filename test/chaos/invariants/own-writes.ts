import { describe } from '../ledger.ts'
import type { Invariant } from './evidence.ts'

export const ownWrites: Invariant = {
  id: 'R-21',
  about: 'whoever was told of a write sees it, or is told to wait: never that it is not there',
  check: ({ ledger }) =>
    ledger
      .filter(({ own, reply }) => own && reply.kind === 'answered' && reply.status === 404)
      .map((read) => `${describe(read)} does not find what the same session wrote`),
}
