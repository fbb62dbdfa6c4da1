import { implicitParameters } from '../shared/actions/implicit-parameters.ts'
import { tableOfModel } from '../shared/actions/model-table.ts'
import type { Parameters } from '../shared/actions/parameter.ts'
import { type TargetTable, targetTable } from '../shared/actions/target-table.ts'
import { groupBy } from '../shared/kernel/group-by.ts'
import type { SavedAction } from './actions.ts'
import type { Views } from './context.ts'
import { activeFields } from './metadata.ts'

const tableIdOf = ({ type, model_type, model_query }: SavedAction): number | undefined =>
  type === 'implicit' && model_type === 'model' && model_query
    ? tableOfModel(model_query)
    : undefined

/** The tables that implicit actions write, by id: those on which there can be such actions. */
const targetsOf = async (
  views: Views,
  actions: readonly SavedAction[],
): Promise<ReadonlyMap<number, TargetTable>> => {
  const ids = [...new Set(actions.flatMap((action) => tableIdOf(action) ?? []))]
  if (ids.length === 0) return new Map()
  const [tables, fields] = await Promise.all([
    views.selectFrom('tables').selectAll().where('id', 'in', ids).execute(),
    activeFields(views, ids),
  ])
  const fieldsOf = groupBy(fields, (field) => field.table_id)
  return new Map(
    tables.flatMap((table) => {
      const target = targetTable(table, fieldsOf.get(table.id) ?? [])
      return 'problem' in target ? [] : [[table.id, target]]
    }),
  )
}

/** An action with the parameters it takes, and the table it writes where it is an implicit one. */
export type DescribedAction = SavedAction & { readonly target: TargetTable | undefined }

/** The same actions; implicit ones have a parameter for each column. */
export const describedActions = async (
  views: Views,
  actions: readonly SavedAction[],
): Promise<readonly DescribedAction[]> => {
  const targets = await targetsOf(views, actions)
  return actions.map((action) => {
    const target = targets.get(tableIdOf(action) ?? 0)
    return { ...action, parameters: parametersOf(action, target), target }
  })
}

const parametersOf = (
  { kind, parameters }: SavedAction,
  target: TargetTable | undefined,
): Parameters => {
  if (kind === null) return parameters
  return target ? implicitParameters(target, kind, parameters) : []
}

export const describedAction = async (
  views: Views,
  action: SavedAction,
): Promise<DescribedAction> => {
  const [described] = await describedActions(views, [action])
  return described ?? { ...action, target: undefined }
}
