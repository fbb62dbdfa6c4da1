import type { Message } from './decider.ts'

/** Who caused an event. `anonymous` acts only where no session exists yet, e.g. at set-up. */
export type EventActor =
  /** `apiKey`: by which key of theirs, where it was by one. */
  | { readonly kind: 'user'; readonly id: number; readonly apiKey?: number }
  | { readonly kind: 'system'; readonly name: string }
  | { readonly kind: 'anonymous' }

/**
 * What is known about an event besides its data. `$correlationId` and `$causationId` are the names
 * EventStoreDB's own by-correlation projection reads.
 */
export type EventMetadata = {
  readonly $correlationId: string
  readonly $causationId: string
  readonly actor: EventActor
  readonly requestId?: string
  /** Where in which trace it was recorded, as W3C Trace Context has it; nothing is decided by it. */
  readonly traceparent?: string
}

/** An event on its way into the store; its id is fixed before the first try. */
export type NewEvent = Message & {
  readonly id: string
  readonly schemaVersion: number
  readonly metadata: EventMetadata
}

/** An event as the store answers it. `position` orders the whole log, `revision` its stream. */
export type RecordedEvent = NewEvent & {
  readonly stream: string
  /** 0-based place in the stream. */
  readonly revision: number
  /** Place in the log: strictly increasing, not dense, opaque to clients. */
  readonly position: bigint
  /** Place in the log it was first recorded in, where this is a copy: what evidence is signed over. */
  readonly originalPosition?: bigint
  /** ISO 8601, UTC, by the clock of the store: monotone with `position` as long as that is. */
  readonly recordedAt: string
}
