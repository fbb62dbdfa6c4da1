import { eventTypeOf, upcast } from '../shared/events/index.ts'
import { type Decider, decide, evolve, type Message } from '../shared/kernel/decider.ts'
import type { EventActor, NewEvent } from '../shared/kernel/event.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import {
  ConcurrencyConflict,
  type EventStore,
  type ExpectedRevision,
} from '../shared/ports/event-store.ts'
import { derivedUuid } from './event-ids.ts'
import { refuseTooLarge } from './event-size.ts'
import { stepNames } from './step-names.ts'
import { trialStore } from './trial-store.ts'

/** What every event of one request has in common. */
export type Envelope = {
  readonly actor: EventActor
  /** UUID of the request or of the command that is tried again; event ids derive from it. */
  readonly commandId: string
  readonly requestId?: string
  /** Set where a reactor acts on an event: that event's id and correlation. */
  readonly cause?: { readonly correlationId: string; readonly eventId: string }
}

export type Executed<S> = {
  readonly state: S
  /** Of the stream afterwards; undefined for a stream that still does not exist. */
  readonly revision: number | undefined
  readonly changed: boolean
  /** An earlier try of this very command had recorded it. */
  readonly repeated?: true
}

/** Where this request has got to in the log: what its answer has to wait for. */
export type Reached = {
  /** Highest position this request has read or written; undefined when it touched nothing. */
  position(): bigint | undefined
  /** Highest position of an event after which somebody may do less. */
  accessTaken(): bigint | undefined
}

export type Executor = Reached & {
  /**
   * load → fold → decide → append, again on a conflict, at most `attempts` times.
   * @throws {Refusal} what the decider refuses, and 413 for an event that no store can hold.
   */
  execute<S, C extends Message, E extends Message>(
    stream: string,
    decider: Decider<S, C, E>,
    command: C,
    options?: { readonly attempts?: number },
  ): Promise<Executed<S>>
  /** The state of a stream, for decisions that look at more than one. */
  load<S, C extends Message, E extends Message>(
    stream: string,
    decider: Decider<S, C, E>,
  ): Promise<{ readonly state: S; readonly revision: number | undefined }>
  /**
   * Adds facts that were decided over more than one stream: `stream` is the one whose revision
   * guards the decision. What this very command added before counts as added now: at that revision,
   * or, for a named `decision`, at any. That reads the whole stream; it is for decisions that a
   * later try makes at another revision, and that may come to other events there.
   * @throws {ConcurrencyConflict} when the stream is elsewhere; {Refusal} 413 as `execute`.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly [Message, ...Message[]],
    options?: { readonly decision?: string },
  ): Promise<{ readonly revision: number | undefined }>
  /** Adds a fact to a stream that nothing is ever decided from. */
  record(stream: string, event: Message): Promise<void>
  /** An executor that decides as this one does and appends nothing, and what it would have appended. */
  tryOut(): { readonly executor: Executor; readonly appended: () => readonly Message[] }
}

const maximum = (a: bigint | undefined, b: bigint) => (a === undefined || b > a ? b : a)

/**
 * For commands many may give about one thing at the same moment, and each of them is right: a script
 * fills a group with all its requests at once, ten people press "sync now".
 */
export const crowd = { attempts: 20 } as const

/** Tries to add a fact that no rule can refuse: enough for any crowd, and an end for a bug. */
const recordAttempts = 100

/** Waits before a step is tried once more. A simulation has a clock, and chances, of its own. */
export type Pause = (attempt: number) => Promise<void>

/** Spreads those who met, for longer the more often they did; at most 80 ms. */
const spread: Pause = (attempt) =>
  new Promise<void>((resolve) =>
    setTimeout(resolve, Math.random() * Math.min(80, 10 * 2 ** attempt)),
  )

/** For looking what is in a stream. */
const nothing: Decider<undefined, never, never> = { initial: undefined, decide: {}, evolve: {} }

/** One executor serves one request; it is what knows how far the request's answer must wait. */
export const createExecutor = (store: EventStore, envelope: Envelope, pause = spread): Executor => {
  let position: bigint | undefined
  let accessTaken: bigint | undefined
  const steps = stepNames()

  const note = (event: { type: string }, at: bigint) => {
    position = maximum(position, at)
    if (eventTypeOf(event.type)?.takesAccess) accessTaken = maximum(accessTaken, at)
  }

  const toEvents = (messages: readonly Message[], step: string): NewEvent[] =>
    messages.map((message, index) => ({
      ...message,
      id: derivedUuid(envelope.commandId, `${step} ${index}`),
      schemaVersion: eventTypeOf(message.type)?.version ?? 1,
      metadata: {
        $correlationId: envelope.cause?.correlationId ?? envelope.commandId,
        $causationId: envelope.cause?.eventId ?? envelope.commandId,
        actor: envelope.actor,
        ...(envelope.requestId !== undefined && { requestId: envelope.requestId }),
      },
    }))

  const read = async <S, C extends Message, E extends Message>(
    stream: string,
    decider: Decider<S, C, E>,
    firstId?: string,
  ) => {
    let state = decider.initial
    let revision: number | undefined
    let done = false
    for await (const recorded of store.readStream(stream)) {
      const event = upcast(recorded)
      state = evolve(decider, state, event)
      revision = event.revision
      done ||= event.id === firstId
      note(event, event.position)
    }
    return { state, revision, done }
  }

  const append = async (stream: string, expected: ExpectedRevision, events: NewEvent[]) => {
    refuseTooLarge(stream, events)
    const result = await store.append(stream, expected, events)
    for (const event of events) note(event, result.position)
    return result
  }

  return {
    position: () => position,
    accessTaken: () => accessTaken,

    load: (stream, decider) => read(stream, decider),

    execute: async (stream, decider, command, { attempts = 4 } = {}) => {
      const step = steps.take(stream, command.type)
      const firstId = derivedUuid(envelope.commandId, `${step} 0`)
      for (let attempt = 1; ; attempt++) {
        const { state, revision, done } = await read(stream, decider, firstId)
        // An earlier try of this very command got through: its answer was lost, its events were not.
        if (done) return { state, revision, changed: true, repeated: true }
        const decided = decide(decider, command, state)
        if (decided.length === 0) return { state, revision, changed: false }
        try {
          const result = await append(stream, revision ?? 'no_stream', toEvents(decided, step))
          const after = decided.reduce((it, event) => evolve(decider, it, event), state)
          return {
            state: after,
            revision: result.revision,
            changed: true,
            ...(result.status === 'duplicate' && { repeated: true }),
          }
        } catch (error) {
          if (!(error instanceof ConcurrencyConflict)) throw error
          if (attempt >= attempts)
            throw new Refusal('conflict', 'Somebody else is changing this; try again.', {
              retryAfter: 1,
            })
          await pause(attempt)
        }
      }
    },

    append: async (stream, expected, messages, { decision } = {}) => {
      const name = decision ?? messages[0].type
      const events = toEvents(messages, steps.take(stream, name))
      if (decision !== undefined) {
        const { done, revision } = await read(stream, nothing, events[0]?.id)
        if (done) return { revision }
      }
      return append(stream, expected, events).catch((error) => {
        if (error instanceof ConcurrencyConflict) steps.giveBack(stream, name)
        throw error
      })
    },

    tryOut: () => {
      const trial = trialStore(store)
      return { executor: createExecutor(trial, envelope, pause), appended: trial.appended }
    },

    record: async (stream, message) => {
      const events = toEvents([message], steps.take(stream, message.type))
      let revision: ExpectedRevision = 'no_stream'
      for (let attempt = 1; ; attempt++) {
        try {
          await append(stream, revision, events)
          return
        } catch (error) {
          if (!(error instanceof ConcurrencyConflict) || attempt >= recordAttempts) throw error
          // Nothing is decided from such a stream, so where it stands is not worth a read.
          revision = error.actual
          if (attempt > 1) await pause(attempt)
        }
      }
    },
  }
}
