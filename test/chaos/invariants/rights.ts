import { groupBy } from '../../../shared/kernel/group-by.ts'
import { isAcknowledged, isUnknown, type Sent } from '../ledger.ts'

/** What a subject may have been allowed at some moment of a time. */
type Possible = ReadonlySet<boolean>

const both: Possible = new Set([true, false])
const never: Possible = new Set([false])

/** `changes` of one subject, in the order they were sent: whoever sends them waits for each. */
const possible = (changes: readonly Sent[], from: number, to: number): Possible => {
  let now: Possible = never
  for (const change of changes) {
    const allows = change.permit?.allows ?? false
    if (change.sentAt >= to) break
    if (isAcknowledged(change) && change.endedAt <= from) now = new Set([allows])
    else if (isAcknowledged(change)) now = new Set([...now, allows])
    else if (isUnknown(change)) {
      // One that nobody knows the end of may be done at any later time, unless its revision passes.
      if (!change.conditional) return both
      now = new Set([...now, allows])
    }
  }
  return now
}

/** Reads that were served though whoever sent them cannot have had the right any more. */
export const servedWithout = (
  ledger: readonly Sent[],
  isMeant: (subject: string) => boolean,
): readonly Sent[] => {
  const changes = groupBy(
    ledger.filter(({ permit }) => permit),
    ({ permit }) => permit?.subject,
  )
  return ledger.filter((read) => {
    if (read.needs === undefined || !isMeant(read.needs) || !isAcknowledged(read)) return false
    const ofSubject = [...(changes.get(read.needs) ?? [])].sort((a, b) => a.sentAt - b.sentAt)
    return !possible(ofSubject, read.sentAt, read.endedAt).has(true)
  })
}
