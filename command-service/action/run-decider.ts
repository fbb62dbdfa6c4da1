import type { ActionRunEvent } from '../../shared/events/action-run.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'

type Started = Named<ActionRunEvent, 'ActionRunStarted'>['data']
export type Finish = Omit<Named<ActionRunEvent, 'ActionRunFinished'>['data'], 'runId' | 'actionId'>

/** A run that was begun, with its end once there is one. */
export type ActionRun =
  | { readonly runId: string; readonly actionId: number; readonly end: Finish | undefined }
  | undefined

export type ActionRunCommand =
  | { type: 'StartRun'; data: Started }
  | { type: 'FinishRun'; data: Finish }
  /** Nobody is at it any more, and nobody saw it end. */
  | { type: 'GiveUpRun'; data: Record<string, never> }

const lost = {
  outcome: 'unknown',
  rowsAffected: [],
  durationMs: null,
  problem: 'interrupted',
} as const satisfies Finish

/** A run is begun once and ends once; an end that was only supposed gives way to the one that was. */
export const actionRunDecider: Decider<ActionRun, ActionRunCommand, ActionRunEvent> = {
  initial: undefined,
  decide: {
    StartRun: (data, run) => (run ? [] : [{ type: 'ActionRunStarted', data }]),
    FinishRun: (finish, run) => {
      if (!run || (run.end && run.end.problem !== lost.problem)) return []
      const { runId, actionId } = run
      return [{ type: 'ActionRunFinished', data: { runId, actionId, ...finish } }]
    },
    GiveUpRun: (_, run) => {
      if (!run || run.end) return []
      const { runId, actionId } = run
      const data = { runId, actionId, ...lost, rowsAffected: [] }
      return [{ type: 'ActionRunFinished', data }]
    },
  },
  evolve: {
    ActionRunStarted: (_, { runId, actionId }) => ({ runId, actionId, end: undefined }),
    ActionRunFinished: (run, { runId, actionId, ...end }) => run && { ...run, end },
  },
}
