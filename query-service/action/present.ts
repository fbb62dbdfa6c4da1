import { shownTemplate } from '../../shared/actions/action-columns.ts'
import type { ActionRecord } from '../../shared/contract/action-records.ts'
import type { DescribedAction } from '../action-parameters.ts'
import { type ActionRights, databaseOf, isArchivedAction } from '../actions.ts'
import { creatorOf } from '../creator.ts'
import { entityId } from '../entity-id.ts'

/** An action as the API tells it. */
export const presentAction = (action: DescribedAction, rights: ActionRights): ActionRecord => ({
  id: action.id,
  entity_id: entityId('action', action),
  name: action.name,
  description: action.description,
  type: action.type,
  model_id: action.model_id,
  database_id: databaseOf(action),
  kind: action.kind,
  dataset_query: action.dataset_query,
  template: action.template && shownTemplate(action.template),
  parameters: action.parameters,
  visualization_settings: action.visualization_settings,
  archived: isArchivedAction(action),
  public_uuid: action.public_uuid,
  creator_id: action.creator_id,
  creator: creatorOf(action),
  can_write: rights.mayWrite(action),
  version: action.version,
  created_at: action.created_at,
  updated_at: action.updated_at,
})
