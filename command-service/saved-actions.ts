import type { ActionState } from '../shared/actions/action-state.ts'
import { refuseSwitchedOff } from '../shared/actions/written-dialect.ts'
import type { CardState } from '../shared/cards/card-state.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import { found, Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import { mayWriteSql } from '../shared/permissions/effective.ts'
import { actionDecider } from './action/decider.ts'
import type { Executor } from './execute.ts'
import type { Places } from './places.ts'
import { sharedCard, usableCard, writableCard } from './saved-cards.ts'
import { streams } from './streams.ts'

/** An action with the model it belongs to, if any. */
export type PlacedAction = {
  readonly action: ActionState
  readonly version: number
  readonly model: CardState | undefined
}

/** Somebody who wants something of an action, and what they may do. */
export type Asking = { readonly executor: Executor; readonly places: Places; readonly actor: Actor }

/**
 * Actions without a model are in no collection: those of SQL are for who may write it there, and the
 * others for admins.
 * @throws {Refusal} 403
 */
export const refuseUnplaced = (
  { places, actor }: Pick<Asking, 'places' | 'actor'>,
  { definition }: Pick<ActionState, 'definition'>,
): void => {
  const isWriter =
    definition.type === 'query' && mayWriteSql(places.state, actor.userId, [definition.databaseId])
  refuseUnless(actor.isSuperuser || isWriter, 'forbidden', 'You may not use this action.')
}

const load = async (executor: Executor, { state }: Pick<Places, 'state'>, id: number) => {
  const { state: versions } = await executor.load(streams.action(id), actionDecider)
  const { latest: action, version } = found(versions, 'Action')
  const { definition } = action
  if (definition.type === 'query') found(state.databaseName(definition.databaseId), 'Action')
  return { action, version }
}

const withModel = async (
  asking: Asking,
  id: number,
  modelOf: (executor: Executor, places: Places, cardId: number) => Promise<CardState>,
): Promise<PlacedAction> => {
  const { action, version } = await load(asking.executor, asking.places, id)
  if (action.modelId !== null) {
    const model = await modelOf(asking.executor, asking.places, action.modelId)
    return { action, version, model }
  }
  refuseUnplaced(asking, action)
  return { action, version, model: undefined }
}

/** For whoever may read its model, unless either is put away. @throws {Refusal} 404, then 403. */
export const runnableAction = async (asking: Asking, id: number): Promise<PlacedAction> => {
  const placed = await withModel(asking, id, usableCard)
  if (placed.action.archived) throw new Refusal('not-found', 'This action is archived.')
  return placed
}

/** The database it writes to, where it writes to one. */
const writtenBy = ({ action: { definition }, model }: PlacedAction): number | undefined => {
  if (definition.type === 'query') return definition.databaseId
  return definition.type === 'implicit' ? model?.reads.database : undefined
}

/** To be run by everybody: not where nobody may. @throws {Refusal} 404, 403, then 400. */
export const shareableAction = async (asking: Asking, id: number): Promise<void> => {
  const databaseId = writtenBy(await runnableAction(asking, id))
  if (databaseId !== undefined) refuseSwitchedOff(asking.places.state.hasActions(databaseId))
}

/** For whoever may write to the collection of its model. @throws {Refusal} 404, then 403. */
export const changeableAction = (asking: Asking, id: number): Promise<PlacedAction> =>
  withModel(asking, id, writableCard)

/** For strangers: their link is their right. @throws {Refusal} 404 */
export const sharedAction = async (
  executor: Executor,
  places: Pick<Places, 'state'>,
  id: number,
): Promise<PlacedAction> => {
  const { action, version } = await load(executor, places, id)
  if (action.archived) throw new Refusal('not-found', 'This action is archived.')
  const { modelId } = action
  const model = modelId === null ? undefined : await sharedCard(executor, places, modelId)
  return { action, version, model }
}
