import { actionColumns, shownTemplate } from '../../shared/actions/action-columns.ts'
import type { ActionState } from '../../shared/actions/action-state.ts'
import type { Version } from '../../shared/ports/version-histories.ts'

/** What an action was, as its history tells of it: part by part, and without where secrets are kept. */
const shownState = (state: ActionState) => {
  const { template, ...columns } = actionColumns(state)
  return { ...columns, template: template ? shownTemplate(template) : null }
}
type Shown = ReturnType<typeof shownState>

export const shownVersions = (
  history: readonly Version<ActionState>[],
): readonly Version<Shown>[] =>
  history.map((version) => ({ ...version, state: shownState(version.state) }))

/** How the API calls what the history of an action tells of. */
export const historyKeys = {
  name: 'name',
  description: 'description',
  type: 'type',
  model_id: 'model_id',
  kind: 'kind',
  query_database_id: 'database_id',
  dataset_query: 'dataset_query',
  template: 'template',
  parameters: 'parameters',
  visualization_settings: 'visualization_settings',
  archived: 'archived',
} as const satisfies { readonly [P in keyof Shown]?: string }
