import type { NewEvent, RecordedEvent } from '../kernel/event.ts'

/** The revision a stream must be at. There is deliberately no `any`: every append is conditional. */
export type ExpectedRevision = number | 'no_stream'

export type AppendResult = {
  /** `duplicate`: these very events already sit in the expected slots; nothing was written. */
  readonly status: 'ok' | 'duplicate'
  /** Revision of the stream after the last of these events. */
  readonly revision: number
  /** Position of the last of these events. */
  readonly position: bigint
}

/** Somebody else wrote first. `actual` is the stream's revision at that moment. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict'
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision

  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`${stream} is at ${actual}, not at ${expected}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The event cannot be stored by any adapter: unstorable text, too large, an empty batch. */
export class UnstorableEvent extends Error {
  override readonly name = 'UnstorableEvent'
}

/** The largest event any adapter takes, in bytes of JSON (EventStoreDB's default append is 1 MiB). */
export const maxEventBytes = 512 * 1024

export type ReadAllOptions = {
  /** Exclusive; from the beginning when absent. */
  readonly after?: bigint
  /** Inclusive. */
  readonly upTo?: bigint
  /** Only events of these names; all of them when absent. */
  readonly types?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * The log. One stream per append, all events of a call or none. Positions grow in commit order, so
 * a reader that resumes after the last position it saw misses nothing and sees nothing twice.
 */
export type EventStore = {
  /**
   * Of all who append the same events to the same slots, in any process, at most one is told `ok`.
   * An id belongs to one event: a store may refuse one that another stream holds, and need not.
   * @throws {ConcurrencyConflict} when the stream is elsewhere and holds other events.
   * @throws {UnstorableEvent} before anything is sent.
   * @throws {Refusal} `payload-too-large` for more than the store takes at once, which is at least
   * one of the largest events; `unavailable` when it is away, and the outcome perhaps unknown: the
   * same append may be repeated as it is.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult>
  /** Oldest first; empty when there is no such stream. */
  readStream(stream: string, options?: { from?: number }): AsyncIterable<RecordedEvent>
  /**
   * Oldest first, up to the head as it was when the reading began (or `upTo`).
   * @throws the signal's reason when it aborts: half a log must not look like the whole.
   */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>
  /**
   * Batches, forever, oldest first, until the signal aborts: each holds what is there, at most
   * `batch` events. A slow consumer holds back the reading (nothing is buffered beyond one batch).
   */
  subscribe(options: {
    after?: bigint
    batch?: number
    signal: AbortSignal
  }): AsyncIterable<readonly RecordedEvent[]>
  /** Position of the newest event; 0n for an empty log. */
  head(): Promise<bigint>
  close(): Promise<void>
}
