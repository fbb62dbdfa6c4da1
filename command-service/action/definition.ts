import type { ActionState } from '../../shared/actions/action-state.ts'
import type { ActionType } from '../../shared/actions/kinds.ts'
import { withDefinedTags } from '../../shared/actions/query-tags.ts'
import { writtenDialect } from '../../shared/actions/written-dialect.ts'
import type { CardState } from '../../shared/cards/card-state.ts'
import type { ChangedActionBody, NewActionBody } from '../../shared/contract/action.ts'
import type { ActionDefinition } from '../../shared/events/action.ts'
import { found, invalid, Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { mayWriteSql } from '../../shared/permissions/effective.ts'
import type { ActionTargets } from '../../shared/ports/action-targets.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { Asking } from '../saved-actions.ts'
import { mayWriteTarget, targetOf } from './target.ts'
import { keptTemplate } from './template.ts'

export type DefinitionDependencies = {
  readonly actionTargets: ActionTargets
  readonly vault: Vault
}

type Body = NewActionBody | ChangedActionBody
type Of<T extends ActionType> = Extract<ActionDefinition, { readonly type: T }>

type Wanted<T extends ActionType> = {
  readonly asking: Asking
  readonly body: Body
  /** What it is now, where that is of the same type. */
  readonly was: Of<T> | undefined
  readonly model: CardState | undefined
}

type Reader<T extends ActionType> = (
  dependencies: DefinitionDependencies,
  wanted: Wanted<T>,
) => Promise<Of<T>>

const implicit: Reader<'implicit'> = async ({ actionTargets }, { asking, body, was, model }) => {
  const kind = body.kind ?? was?.kind
  if (!kind) throw invalid('kind', 'An implicit action is row/create, row/update or row/delete.')
  if (!model) throw invalid('model_id', 'An implicit action needs a model.')
  const target = await targetOf(actionTargets, model)
  mayWriteTarget(asking, target)
  const database = found(await actionTargets.database(target.table.db_id), 'Database')
  writtenDialect(database, asking.places.state.hasActions(database.id))
  return { type: 'implicit', kind, tableId: target.table.id }
}

/** The JSON in it as it will be recorded: without what is undefined. */
const plain = (query: object): Of<'query'>['query'] => JSON.parse(JSON.stringify(query))

const query: Reader<'query'> = async ({ actionTargets }, { asking, body, was }) => {
  const asked = body.dataset_query ? plain(body.dataset_query) : was?.query
  if (!asked) throw invalid('dataset_query', 'A query action needs its SQL.')
  const databaseId = body.database_id ?? was?.databaseId
  if (!databaseId) throw invalid('database_id', 'A query action needs its database.')
  if (asked.type !== 'native') throw invalid('dataset_query.type', 'The query must be native.')
  const { database = null } = body.dataset_query ?? {}
  if (database !== null && database !== databaseId)
    throw invalid('dataset_query.database', 'The query is about another database.')
  const { state } = asking.places
  const row = state.databaseName(databaseId) && (await actionTargets.database(databaseId))
  const { engine } = found(row || undefined, 'Database')
  const mayWrite = mayWriteSql(state, asking.actor.userId, [databaseId])
  refuseUnless(mayWrite, 'forbidden', 'You may not write SQL on this database.')
  writtenDialect({ engine }, state.hasActions(databaseId))
  const defined = withDefinedTags({ ...asked, database: databaseId }, engine)
  return { type: 'query', databaseId, query: defined }
}

const http: Reader<'http'> = async ({ vault }, { body: { template }, was }) => {
  if (template)
    return { type: 'http', template: await keptTemplate(vault, template, was?.template) }
  if (was) return was
  throw invalid('template', 'An HTTP action needs its call.')
}

const readers: { readonly [T in ActionType]: Reader<T> } = { implicit, query, http }

const read = <T extends ActionType>(
  dependencies: DefinitionDependencies,
  type: T,
  { now, ...wanted }: Omit<Wanted<T>, 'was'> & { readonly now: ActionDefinition | undefined },
): Promise<Of<T>> => {
  const was = now?.type === type ? (now as Of<T>) : undefined
  return readers[type](dependencies, { ...wanted, was })
}

/**
 * What somebody wants an action to do, who may do that.
 * @param now what it does, where there is one
 * @throws {Refusal} 400 for what is missing or cannot be done, 404, and 403
 */
export const wantedDefinition = (
  dependencies: DefinitionDependencies,
  asking: Asking,
  body: Body,
  model: CardState | undefined,
  now?: ActionState['definition'],
): Promise<ActionDefinition> => {
  const type = body.type ?? now?.type
  if (!type) throw new Refusal('validation', 'An action has a type.')
  return read(dependencies, type, { asking, body, model, now })
}
