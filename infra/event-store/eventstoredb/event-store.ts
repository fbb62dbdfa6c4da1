import type { NewEvent, RecordedEvent } from '../../../shared/kernel/event.ts'
import type { EventStore, ExpectedRevision } from '../../../shared/ports/event-store.ts'
import { inPages, type Page } from '../pages.ts'
import { validateAppend } from '../validate.ts'
import { storeAppender } from './append.ts'
import { decodeEvent, type StoredEvent } from './codec.ts'
import { openConnection } from './connection.ts'
import { follow } from './follow.ts'
import { storeReader } from './reader.ts'

export type EventStoreDbOptions = {
  /** `esdb://user:password@host:2113?tls=…` */
  readonly url: string
  /** Told of troubles the store gets over by itself: a lost answer, a subscription begun anew. */
  readonly onProblem?: (error: unknown) => void
  /** Milliseconds for an answer, each; all of them have defaults. */
  readonly timeouts?: {
    /** All tries of an append, a page of a stream or the head, together: requests wait for those. */
    readonly call?: number
    /** One try of an append. */
    readonly append?: number
    /** The next event of a replay, each time it is tried. */
    readonly read?: number
    /** In which a subscription has to come on while the log does. */
    readonly subscription?: number
  }
}

/** A server that is there gives an append up after 2 s by itself. */
const defaultTimeouts = { call: 4_500, append: 2_200, read: 5_000, subscription: 30_000 }

const pageSize = 1_000
const defaultBatch = 500

const eventsOf = (stored: readonly StoredEvent[]): readonly RecordedEvent[] =>
  stored.map((it) => decodeEvent(it).event)

/**
 * The log in EventStoreDB (22.10 or newer), which is the service's alone. Appends and reads refuse
 * `unavailable` when the server is away beyond a few tries or seconds; an append may then be
 * repeated as it is.
 */
export const eventStoreDb = (options: EventStoreDbOptions): EventStore => {
  const { url, onProblem = () => undefined } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const soon = () => performance.now() + timeouts.call
  const connection = openConnection({ url, onProblem })
  const reader = storeReader(connection, { each: timeouts.read })
  const append = storeAppender(connection, reader, () => ({ each: timeouts.append, until: soon() }))
  const closed = new AbortController()

  return {
    append: async (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) =>
      append(stream, expected, validateAppend(stream, expected, events)),

    readStream: (stream, { from = 0 } = {}) =>
      inPages(async (next: number = from): Promise<Page<number>> => {
        const events = eventsOf(await reader.streamPage(stream, next, pageSize, soon()))
        return { events, next: events.length < pageSize ? undefined : next + pageSize }
      }),

    readAll({ after = 0n, upTo, types, signal } = {}) {
      let end = upTo
      const isWanted = ({ position, type }: RecordedEvent, last: bigint, seen: bigint) =>
        position > seen && position <= last && (types?.includes(type) ?? true)
      return inPages(async (place: bigint | undefined): Promise<Page<bigint>> => {
        end ??= await reader.newest()
        const last = end
        const from = place ?? (after === 0n ? undefined : after)
        if ((from ?? 0n) >= last) return { events: [], next: undefined }
        const { events, next } = await reader.logPage(from, pageSize)
        // A page begins with the last event of the one before.
        const seen = place ?? after
        return {
          events: eventsOf(events).filter((it) => isWanted(it, last, seen > after ? seen : after)),
          next: next !== undefined && next < last ? next : undefined,
        }
      }, signal)
    },

    subscribe: ({ after = 0n, batch = defaultBatch, signal }) =>
      follow({
        connection,
        after,
        batch,
        signal: AbortSignal.any([signal, closed.signal]),
        head: () => reader.newest(),
        watchInterval: timeouts.subscription,
        onProblem,
      }),

    head: () => reader.newest(soon()),

    async close() {
      closed.abort()
      await connection.close()
    },
  }
}
