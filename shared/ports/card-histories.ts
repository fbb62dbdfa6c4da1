import type { CardState } from '../cards/card-state.ts'
import type { EventActor } from '../kernel/event.ts'

/** A saved question as it was from this moment on, and who made it so. */
export type CardVersion = {
  /** 1 is the first. */
  readonly version: number
  /** ISO 8601. */
  readonly at: string
  readonly actor: EventActor
  readonly state: CardState
  /** The version whose content was brought back. */
  readonly restoredTo: number | null
}

/** The past of saved questions, as the log has it. */
export type CardHistories = {
  /** From the first version on; none for a question there is not. */
  of(cardId: number): Promise<readonly CardVersion[]>
}
