import type { ActionParts, ActionState } from '../../shared/actions/action-state.ts'
import { httpParameters } from '../../shared/actions/http-parameters.ts'
import type { Parameters } from '../../shared/actions/parameter.ts'
import { withTagParameters } from '../../shared/cards/tag-parameters.ts'
import type { ChangedActionBody, NewActionBody } from '../../shared/contract/action.ts'
import type { ActionContent, ActionDefinition } from '../../shared/events/action.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { Asking } from '../saved-actions.ts'
import { writableCard } from '../saved-cards.ts'
import { type DefinitionDependencies, wantedDefinition } from './definition.ts'
import { openedTemplate } from './template.ts'

const cardOf = ({ executor, places }: Asking, id: number | null) =>
  id === null ? Promise.resolve(undefined) : writableCard(executor, places, id)

/** Those of tags; of an implicit action, what is said of the columns there may be. */
const parametersOf = async (
  vault: Vault,
  definition: ActionDefinition,
  said: Parameters,
): Promise<Parameters> => {
  const { type } = definition
  switch (type) {
    case 'implicit':
      return said
    case 'query':
      return withTagParameters(definition.query, said)
    case 'http':
      return httpParameters(await openedTemplate(vault, definition.template), said)
  }
}

/** A new action, that may be made by who asks. @throws {Refusal} 400, 403, 404 */
export const newContent = async (
  dependencies: DefinitionDependencies,
  asking: Asking,
  body: NewActionBody,
): Promise<ActionContent> => {
  const { model_id: modelId = null } = body
  const model = await cardOf(asking, modelId)
  const definition = await wantedDefinition(dependencies, asking, body, model)
  return {
    name: body.name,
    description: body.description ?? null,
    modelId,
    definition,
    parameters: await parametersOf(dependencies.vault, definition, body.parameters ?? []),
    visualizationSettings: body.visualization_settings ?? {},
  }
}

const says = (body: ChangedActionBody): boolean =>
  [
    body.type,
    body.kind,
    body.model_id,
    body.database_id,
    body.dataset_query,
    body.template,
    body.parameters,
    body.visualization_settings,
  ].some((part) => part !== null && part !== undefined)

/**
 * What somebody wants an action to be. Who changes what it does needs the right to do all of it.
 * @throws {Refusal} 400, 403, 404
 */
export const wishesOf = async (
  dependencies: DefinitionDependencies,
  asking: Asking,
  action: ActionState,
  body: ChangedActionBody,
): Promise<ActionParts> => {
  const { name, description, archived } = body
  const wishes = { name: name ?? undefined, description, archived: archived ?? undefined }
  if (!says(body)) return wishes
  const modelId = body.model_id ?? action.modelId
  const model = await cardOf(asking, modelId)
  const definition = await wantedDefinition(dependencies, asking, body, model, action.definition)
  const said = body.parameters ?? action.parameters
  return {
    ...wishes,
    modelId,
    definition,
    parameters: await parametersOf(dependencies.vault, definition, said),
    visualizationSettings: body.visualization_settings ?? action.visualizationSettings,
  }
}
