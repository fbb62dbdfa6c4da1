import type { Sealed } from '../../shared/events/event-type.ts'
import type { Message, Named } from '../../shared/kernel/decider.ts'
import type { EventActor } from '../../shared/kernel/event.ts'
import type { Writer } from '../../shared/views/change-set.ts'
import type { View } from '../../shared/views/view.ts'

/** An event as a projection sees it. */
export type Fact<D> = {
  readonly data: D
  /** ISO 8601: when the store recorded it. */
  readonly at: string
  readonly actor: EventActor
  /** Revision in its stream. */
  readonly revision: number
  /** Opens personal data; the keys are loaded already. */
  readonly reveal: (userId: number, sealed: Sealed) => string
}

/**
 * One read model: a table of handlers keyed by event name; the keys are the subscription. Handlers
 * are pure: they say what rows become and read nothing.
 */
export type Projection<E extends Message = Message> = {
  readonly name: string
  /**
   * Raise it when a handler comes to say something else: its tables are then built anew, and may
   * differ from those before in the columns both have.
   */
  readonly version: number
  /**
   * What a poisoned event does: `quarantine` leaves its stream behind and goes on; `stop` halts the
   * line, because skipping a fact about who may do what would be a hole.
   */
  readonly onFailure: 'quarantine' | 'stop'
  /** The tables it fills: it alone writes them, so it can be built anew on its own. */
  readonly views: readonly View[]
  readonly on: {
    readonly [T in E['type']]?: (write: Writer, fact: Fact<Named<E, T>['data']>) => void
  }
}

/** The same without its event type, for lists of projections. */
export type AnyProjection = {
  readonly name: string
  readonly version: number
  readonly onFailure: 'quarantine' | 'stop'
  readonly views: readonly View[]
  readonly on: Readonly<Record<string, ((write: Writer, fact: Fact<never>) => void) | undefined>>
}

/** Declares a projection; the only place where its event type is forgotten. */
export const projection = <E extends Message>(definition: Projection<E>): AnyProjection =>
  definition as AnyProjection
