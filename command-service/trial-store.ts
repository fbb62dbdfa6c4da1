import type { Message } from '../shared/kernel/decider.ts'
import type { RecordedEvent } from '../shared/kernel/event.ts'
import type { EventStore } from '../shared/ports/event-store.ts'

export type TrialStore = EventStore & {
  /** What would have been appended, in this order. */
  appended(): readonly Message[]
}

/** The log as it is, to which nothing is really added: what is appended stays here, and is seen here. */
export const trialStore = (store: EventStore): TrialStore => {
  const kept: RecordedEvent[] = []
  const recordedAt = new Date(0).toISOString()
  return {
    ...store,
    append: async (stream, expected, events) => {
      const first = expected === 'no_stream' ? 0 : expected + 1
      // At no position of the log: nobody can wait for what will not come.
      events.forEach((event, index) => {
        kept.push({ ...event, stream, revision: first + index, position: 0n, recordedAt })
      })
      return { status: 'ok', revision: first + events.length - 1, position: 0n }
    },
    async *readStream(stream, options) {
      yield* store.readStream(stream, options)
      yield* kept.filter((event) => event.stream === stream)
    },
    appended: () => kept,
  }
}
