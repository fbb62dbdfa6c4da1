import type { NewEvent, RecordedEvent } from '../../shared/kernel/event.ts'
import {
  type AppendResult,
  ConcurrencyConflict,
  type EventStore,
  type ExpectedRevision,
  UnstorableEvent,
} from '../../shared/ports/event-store.ts'
import { asRecorded } from './copied.ts'
import { tail } from './tail.ts'
import { type EncodedEvent, validateAppend } from './validate.ts'
import { wakeUp } from './wake-up.ts'

/** Positions leave gaps, as after rolled-back appends: nobody may count on `+ 1`. */
const gap = 3n

/** The log as an array: what a round trip through JSON leaves of each event, oldest first. */
const memoryLog = (now: () => Date) => {
  const events: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const ids = new Set<string>()
  const head = () => events.at(-1)?.position ?? 0n

  const record = (stream: string, event: EncodedEvent): void => {
    const siblings = streams.get(stream) ?? []
    const recorded = asRecorded({
      ...event,
      data: JSON.parse(event.data),
      metadata: JSON.parse(event.metadata),
      stream,
      revision: siblings.length,
      position: head() + gap,
      recordedAt: now().toISOString(),
    })
    siblings.push(recorded)
    streams.set(stream, siblings)
    events.push(recorded)
    ids.add(event.id)
  }

  const firstAfter = (position: bigint): number => {
    let low = 0
    for (let high = events.length; low < high; ) {
      const middle = (low + high) >>> 1
      if ((events[middle]?.position ?? 0n) <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    head,
    record,
    has: (id: string) => ids.has(id),
    stream: (stream: string): readonly RecordedEvent[] => streams.get(stream) ?? [],
    after: (position: bigint, limit: number): readonly RecordedEvent[] => {
      const from = firstAfter(position)
      return events.slice(from, from + limit)
    },
  }
}

/**
 * An event store for tests: it lives as long as the process and keeps the port's every promise.
 * @param now the store's clock
 */
export const memoryEventStore = (now = () => new Date()): EventStore => {
  const log = memoryLog(now)
  const news = wakeUp()
  const closed = new AbortController()

  const append = (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): AppendResult => {
    const present = log.stream(stream)
    const first = expected === 'no_stream' ? 0 : expected + 1
    if (first !== present.length) {
      const slots = present.slice(first, first + events.length)
      const last = slots.at(-1)
      const same =
        slots.length === events.length && slots.every(({ id }, slot) => id === events[slot]?.id)
      if (last && same)
        return { status: 'duplicate', revision: last.revision, position: last.position }
      throw new ConcurrencyConflict(stream, expected, present.at(-1)?.revision ?? 'no_stream')
    }
    if (events.some(({ id }) => log.has(id)))
      throw new UnstorableEvent('an event of this id is in the log already')
    for (const event of events) log.record(stream, event)
    return { status: 'ok', revision: first + events.length - 1, position: log.head() }
  }

  return {
    async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) {
      const result = append(stream, expected, validateAppend(stream, expected, events))
      news.notify()
      return result
    },
    async *readStream(stream, { from = 0 } = {}) {
      yield* log.stream(stream).slice(from)
    },
    async *readAll({ after = 0n, upTo = log.head(), types, signal } = {}) {
      for (const event of log.after(after, Number.MAX_SAFE_INTEGER)) {
        signal?.throwIfAborted()
        if (event.position > upTo) return
        if (!types || types.includes(event.type)) yield event
      }
    },
    subscribe: ({ after = 0n, batch = 500, signal }) =>
      tail({
        after,
        batch,
        signal: AbortSignal.any([signal, closed.signal]),
        news,
        read: async (position, limit) => log.after(position, limit),
      }),
    head: async () => log.head(),
    close: async () => closed.abort(),
  }
}
