import type { SendOutcome } from '../../../shared/events/subscription.ts'
import type { Handed } from '../../../shared/ports/subscription-jobs.ts'

/** What became of a try. */
export type Delivery = {
  readonly outcome: SendOutcome
  /** A sentence for whoever subscribed, without addresses. */
  readonly reason: string | null
  /** How many recipients have it by now. */
  readonly sentTo: number
  /** Whether another try may end better; after so many milliseconds at least. */
  readonly again?: { readonly afterMs: number }
}

/** The work on one time, as long as it is in our hands. */
export type Hold = {
  handed(): Handed
  /**
   * Puts down what became of a recipient; undefined: nothing, they may be sent to again.
   * @throws where the work is in somebody else's hands by now
   */
  note(recipient: string, what: Handed[string] | undefined): Promise<void>
  /** Ends when the service stops, or when the work has gone to somebody else. */
  readonly signal: AbortSignal
}
