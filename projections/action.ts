import { actionColumns } from '../shared/actions/action-columns.ts'
import { newActionState } from '../shared/actions/action-state.ts'
import type { ActionEvent } from '../shared/events/action.ts'
import type { CardEvent } from '../shared/events/card.ts'
import type { DatabaseEvent } from '../shared/events/database.ts'
import { type ActionRow, actions } from '../shared/views/action.ts'
import { projection } from './runtime/projection.ts'

/** Actions as they are now; they go with their model and with their database. */
export const actionProjection = projection<ActionEvent | CardEvent | DatabaseEvent>({
  name: 'action',
  version: 1,
  onFailure: 'quarantine',
  views: [actions],
  on: {
    ActionCreated: (write, { data, at, revision }) =>
      write.put(actions, {
        ...(actionColumns(newActionState(data)) as ActionRow),
        id: data.actionId,
        version: revision + 1,
        created_at: at,
        updated_at: at,
      }),

    ActionChanged: (write, { data: { actionId: id, ...changes }, at, revision }) =>
      write.patch(
        actions,
        { id },
        { ...actionColumns(changes), version: revision + 1, updated_at: at },
      ),

    ActionDeleted: (write, { data }) => write.remove(actions, { id: data.actionId }),

    CardDeleted: (write, { data }) => write.removeWhere(actions, { model_id: data.cardId }),

    DatabaseDeleted: (write, { data }) =>
      write.removeWhere(actions, { query_database_id: data.databaseId }),
  },
})
