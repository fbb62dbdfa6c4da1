import type { ActionDefinition, HttpTemplate } from '../events/action.ts'
import type { ActionRow } from '../views/action.ts'
import type { ActionParts } from './action-state.ts'

/** A call as people see it: its secrets masked, and not where they are kept. */
export const shownTemplate = ({ secretRef, ...template }: HttpTemplate) => template

const nothing = {
  kind: null,
  table_id: null,
  query_database_id: null,
  dataset_query: null,
  template: null,
} as const

/** A definition as columns of an action's row; those of the other types are emptied. */
const definitionColumns = (definition: ActionDefinition) => {
  const { type } = definition
  switch (type) {
    case 'implicit':
      return { ...nothing, type, kind: definition.kind, table_id: definition.tableId ?? null }
    case 'query': {
      const { databaseId, query } = definition
      return { ...nothing, type, query_database_id: databaseId, dataset_query: query }
    }
    case 'http':
      return { ...nothing, type, template: definition.template }
  }
}

/** Parts of an action as columns of its row; what is left out stays left out. */
export const actionColumns = (action: ActionParts): Partial<ActionRow> => ({
  ...(action.name !== undefined && { name: action.name }),
  ...(action.description !== undefined && { description: action.description }),
  ...(action.modelId !== undefined && { model_id: action.modelId }),
  ...(action.definition && definitionColumns(action.definition)),
  ...(action.parameters && { parameters: action.parameters }),
  ...(action.visualizationSettings && { visualization_settings: action.visualizationSettings }),
  ...(action.creatorId !== undefined && { creator_id: action.creatorId }),
  ...(action.archived !== undefined && { archived: action.archived }),
})
