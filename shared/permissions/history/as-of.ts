import type { AsOf } from '../../contract/as-of.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { AccessHistory } from './access-history.ts'
import type { Revision } from './ledger.ts'

/**
 * The position a question about the past is about; without one, now. A time in the future is now.
 * @param revisions of the graph whose revisions `asOf` counts; the data graph's by default
 * @param key what the question calls its moment, where it is not `as_of`
 * @throws {Refusal} 400 for a revision there is not yet.
 */
export const positionAsOf = (
  history: AccessHistory,
  asOf: AsOf | undefined,
  revisions: readonly Revision<unknown>[] = history.revisions,
  key = 'as_of',
): bigint => {
  if (!asOf) return history.position
  if (asOf.kind === 'time') return history.positionAtTime(asOf.time)
  const position = history.positionOfRevision(asOf.revision, revisions)
  if (position !== undefined) return position
  throw invalid(key, `There is no revision ${asOf.revision}; the newest is ${revisions.length}.`)
}
