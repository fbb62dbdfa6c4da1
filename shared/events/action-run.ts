import { z } from 'zod'
import { actionTypes, runOutcomes, runWays } from '../actions/kinds.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const run = { runId: z.uuid(), actionId: id }

/**
 * What was done through an action, each run on a stream of its own. The start is recorded before
 * anything is written, so that a run whose end nobody saw is known of.
 */
export const actionRunEvents = {
  ActionRunStarted: eventType(
    z.object({
      ...run,
      /** The version of the action. */
      version: z.int().min(1),
      type: z.enum(actionTypes),
      /** Where it writes; null for calls to other services. */
      databaseId: id.nullable(),
      way: z.enum(runWays),
      /** The link, where a stranger ran it. */
      publicUuid: z.uuid().nullable(),
      /** Names of the parameters that got a value. Values may be about people, and are left out. */
      parameters: z.array(z.string()),
    }),
  ),
  /** May come once more after an `unknown` that was only supposed: the last one is right. */
  ActionRunFinished: eventType(
    z.object({
      ...run,
      outcome: z.enum(runOutcomes),
      /** One for each statement. */
      rowsAffected: z.array(z.int().min(0)),
      /** Null where nobody saw it end. */
      durationMs: z.int().min(0).nullable(),
      /** A word for what kept it from being done. */
      problem: z.string().nullable(),
    }),
  ),
}
export type ActionRunEvent = EventOf<typeof actionRunEvents>
