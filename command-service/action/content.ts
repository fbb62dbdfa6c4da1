import type { ActionParts, ActionState } from '../../shared/actions/action-state.ts'
import { httpParameters } from '../../shared/actions/http-parameters.ts'
import { implicitParameters } from '../../shared/actions/implicit-parameters.ts'
import { type Parameters, saidBesides } from '../../shared/actions/parameter.ts'
import type { CardState } from '../../shared/cards/card-state.ts'
import { withTagParameters } from '../../shared/cards/tag-parameters.ts'
import type { ChangedActionBody, NewActionBody } from '../../shared/contract/action.ts'
import type { ActionContent, ActionDefinition } from '../../shared/events/action.ts'
import type { Asking } from '../saved-actions.ts'
import { writableCard } from '../saved-cards.ts'
import { type DefinitionDependencies, wantedDefinition } from './definition.ts'
import { targetOf } from './target.ts'
import { openedTemplate } from './template.ts'

const cardOf = ({ executor, places }: Asking, id: number | null) =>
  id === null ? Promise.resolve(undefined) : writableCard(executor, places, id)

type Spoken = {
  readonly definition: ActionDefinition
  /** What it was when `said` was read, where there was one. */
  readonly was?: ActionDefinition
  readonly model: CardState | undefined
  readonly said: Parameters
}

/** Those of tags; of an implicit action, what is said of columns beyond what follows from them. */
const parametersOf = async (
  { actionTargets, vault }: DefinitionDependencies,
  { definition, was, model, said }: Spoken,
): Promise<Parameters> => {
  const { type } = definition
  switch (type) {
    case 'implicit': {
      if (!model) return said
      const target = await targetOf(actionTargets, model)
      const kinds = [definition, was].flatMap((one) => (one?.type === type ? one.kind : []))
      const made = kinds.map((kind) => implicitParameters(target, kind, []))
      return saidBesides(made, said)
    }
    case 'query':
      return withTagParameters(definition.query, said)
    case 'http': {
      const template = await openedTemplate(vault, definition.template)
      const read = was?.type === type ? [httpParameters(was.template, [])] : []
      return httpParameters(template, saidBesides(read, said))
    }
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
    parameters: await parametersOf(dependencies, {
      definition,
      model,
      said: body.parameters ?? [],
    }),
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
  const { definition: was } = action
  const definition = await wantedDefinition(dependencies, asking, body, model, was)
  const said = body.parameters ?? action.parameters
  return {
    ...wishes,
    modelId,
    definition,
    parameters: await parametersOf(dependencies, { definition, was, model, said }),
    visualizationSettings: body.visualization_settings ?? action.visualizationSettings,
  }
}
