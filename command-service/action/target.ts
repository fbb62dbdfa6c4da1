import { tableOfModel } from '../../shared/actions/model-table.ts'
import { type TargetTable, targetTable } from '../../shared/actions/target-table.ts'
import type { CardState } from '../../shared/cards/card-state.ts'
import { invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import { mayWriteTable } from '../../shared/permissions/effective.ts'
import type { ActionTargets } from '../../shared/ports/action-targets.ts'
import type { Asking } from '../saved-actions.ts'

/**
 * The table whose rows are those of a model.
 * @throws {Refusal} 400 where it is no model, is not simply a table, or its rows cannot be told apart
 */
export const targetOf = async (targets: ActionTargets, model: CardState): Promise<TargetTable> => {
  if (model.type !== 'model') throw invalid('model_id', 'This question is not a model.')
  const id = tableOfModel(model.query)
  const known = id === undefined ? undefined : await targets.table(id)
  if (!known)
    throw invalid('model_id', 'The model must be a table as it is: without filters or joins.')
  const target = targetTable(known.table, known.fields)
  if ('problem' in target) throw invalid('model_id', target.problem)
  return target
}

/** @throws {Refusal} 403 for who may not write rows of this table (decision P6) */
export const mayWriteTarget = (
  { actor, places }: Pick<Asking, 'actor' | 'places'>,
  { table: { id, db_id, schema } }: TargetTable,
): void => {
  const mayWrite = mayWriteTable(places.state, actor.userId, db_id, { schema, table: id })
  refuseUnless(mayWrite, 'forbidden', 'You may not write to the table of this model.')
}
