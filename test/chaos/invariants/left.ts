import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { groupBy } from '../../../shared/kernel/group-by.ts'
import type { Sent } from '../ledger.ts'
import type { Evidence } from './evidence.ts'

/** A write with all its tries, and the events that say it was done. */
export type Left = {
  readonly tries: readonly [Sent, ...Sent[]]
  readonly events: readonly RecordedEvent[]
}

/** What each write of the ledger left in the log. */
export const leftByWrites = ({ ledger, events }: Evidence): readonly Left[] => {
  const byRequest = groupBy(events, ({ metadata }) => metadata.requestId)
  const writes = ledger.filter(({ leaves }) => leaves !== undefined)
  return [...groupBy(writes, ({ key }) => key).values()].map((tries) => ({
    tries: tries as [Sent, ...Sent[]],
    events: tries.flatMap(({ requestId, leaves }) =>
      (byRequest.get(requestId) ?? []).filter(({ type }) => type === leaves),
    ),
  }))
}
