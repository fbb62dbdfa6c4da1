import type { ActionRunEvent } from '../shared/events/action-run.ts'
import { actionRuns } from '../shared/views/action.ts'
import { projection } from './runtime/projection.ts'

/** Every run of an action: the record of what was written through this service. */
export const actionRunProjection = projection<ActionRunEvent>({
  name: 'action-run',
  version: 1,
  onFailure: 'quarantine',
  views: [actionRuns],
  on: {
    ActionRunStarted: (write, { data, at, actor }) =>
      write.put(actionRuns, {
        id: data.runId,
        action_id: data.actionId,
        version: data.version,
        type: data.type,
        database_id: data.databaseId,
        way: data.way,
        public_uuid: data.publicUuid,
        user_id: actor.kind === 'user' ? actor.id : null,
        parameters: data.parameters,
        outcome: null,
        rows_affected: [],
        duration_ms: null,
        problem: null,
        started_at: at,
        finished_at: null,
      }),

    ActionRunFinished: (write, { data, at }) =>
      write.patch(
        actionRuns,
        { id: data.runId },
        {
          outcome: data.outcome,
          rows_affected: data.rowsAffected,
          duration_ms: data.durationMs,
          problem: data.problem,
          finished_at: at,
        },
      ),
  },
})
