import type { RunOutcome } from '../../shared/actions/kinds.ts'
import type { ActionResult } from '../../shared/contract/action-records.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Finish } from './run-decider.ts'

/** What is recorded of a run, but for how long it took. */
export type Ending = Omit<Finish, 'durationMs'>

/** How a run ended: what is recorded of it, and what its caller is told. */
export type Ended = { readonly ending: Ending; readonly told: ActionResult | Refusal }

export const unknownOutcome = (): Refusal =>
  new Refusal(
    'action-outcome-unknown',
    'Nobody can tell whether this was done: the last answer was lost. Look before you run it again.',
  )

/** Nothing of a run but that it was not done. */
export const failedBefore = (): Refusal =>
  new Refusal('action-failed', 'This was run before, and failed.')

const toldAgain: {
  readonly [O in RunOutcome]: (finish: Finish) => ActionResult | Refusal
} = {
  committed: ({ rowsAffected }) => ({ 'rows-affected': rowsAffected, success: true }),
  'rolled-back': failedBefore,
  failed: failedBefore,
  refused: failedBefore,
  unknown: unknownOutcome,
}

/**
 * What whoever repeats a run is told, from the record alone: it is not done twice. Of one that nobody
 * saw end, nobody can tell.
 */
export const knownEnd = (end: Finish | undefined): ActionResult | Refusal =>
  end ? toldAgain[end.outcome](end) : unknownOutcome()
