import { givenValues, shownParameters, withDefaults } from '../../shared/actions/given-values.ts'
import { implicitParameters } from '../../shared/actions/implicit-parameters.ts'
import type { ActionType } from '../../shared/actions/kinds.ts'
import type { Parameters } from '../../shared/actions/parameter.ts'
import { type Filled, httpPlan, implicitPlan, queryPlan } from '../../shared/actions/plan.ts'
import { writtenDialect } from '../../shared/actions/written-dialect.ts'
import type { ActionDefinition } from '../../shared/events/action.ts'
import { isAllowedHost } from '../../shared/http-call/allowed-hosts.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import type { ActionTargets } from '../../shared/ports/action-targets.ts'
import type { HttpCaller } from '../../shared/ports/http-caller.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import type { Asking, PlacedAction } from '../saved-actions.ts'
import { endOfCall } from './call-outcome.ts'
import { type Writing, writeTo } from './database-work.ts'
import { mayWriteTarget, targetOf } from './target.ts'
import { openedTemplate } from './template.ts'
import type { Ended } from './told.ts'
import { endOfWrite } from './write-outcome.ts'

export type PrepareDependencies = Writing & {
  readonly actionTargets: ActionTargets
  readonly httpCaller: HttpCaller
  readonly settings: Pick<Settings, 'get'>
  readonly vault: Vault
}

/** A run that is asked for. */
export type Wanted = PlacedAction & {
  /** Who asks and what they may do; undefined: a stranger, whose right is a link. */
  readonly asking: Pick<Asking, 'actor' | 'places'> | undefined
  /** What is and may be, by the log as it was when the run was asked for. */
  readonly state: AccessState
  /** By ids of parameters, or their names. */
  readonly values: Readonly<Record<string, Json>>
}

/** A run with all its values in place: nothing but doing it is left. */
export type Prepared = {
  readonly databaseId: number | null
  /** Names of the parameters that have a value. */
  readonly named: readonly string[]
  readonly work: () => Promise<Ended>
}

type Of<T extends ActionType> = Extract<ActionDefinition, { readonly type: T }>
type Preparer<T extends ActionType> = (
  dependencies: PrepareDependencies,
  definition: Of<T>,
  wanted: Wanted,
) => Promise<Prepared>

/** @throws {Refusal} 400 for what is no parameter, or is hidden from who asks */
const filledBy = ({ action, asking, values }: Wanted, parameters: Parameters): Filled => {
  const { visualizationSettings: form } = action
  const open = asking ? parameters : shownParameters(parameters, form)
  return { parameters, values: withDefaults(parameters, form, givenValues(open, values)) }
}

const namesIn = ({ values }: Filled): readonly string[] => [...values.keys()]

const databaseFor = async ({ actionTargets }: PrepareDependencies, id: number) =>
  found(await actionTargets.database(id), 'Database')

const implicit: Preparer<'implicit'> = async (dependencies, { kind, tableId }, wanted) => {
  const { action, model, asking, state } = wanted
  if (!model) throw invalid('model_id', 'An implicit action needs a model.')
  const target = await targetOf(dependencies.actionTargets, model)
  // Whoever turned the model to another table need not be one who may write that.
  if (asking) mayWriteTarget(asking, target)
  else refuseUnless(target.table.id === tableId, 'not-found', 'There is nothing here.')
  const database: DatabaseRow = await databaseFor(dependencies, target.table.db_id)
  const dialect = writtenDialect(database, state.hasActions(database.id))
  const parameters = implicitParameters(target, kind, action.parameters)
  const filled = filledBy(wanted, parameters)
  const statement = implicitPlan(kind, target, dialect, filled)
  const write = await writeTo(dependencies, database)
  return {
    databaseId: database.id,
    named: namesIn(filled),
    work: async () => endOfWrite(await write([statement]), { parameters, target }),
  }
}

const query: Preparer<'query'> = async (dependencies, definition, wanted) => {
  const database = await databaseFor(dependencies, definition.databaseId)
  const dialect = writtenDialect(database, wanted.state.hasActions(database.id))
  const { parameters } = wanted.action
  const filled = filledBy(wanted, parameters)
  const statement = queryPlan(definition, dialect, filled)
  const write = await writeTo(dependencies, database)
  return {
    databaseId: database.id,
    named: namesIn(filled),
    work: async () => endOfWrite(await write([statement]), { parameters }),
  }
}

const http: Preparer<'http'> = async (dependencies, { template }, wanted) => {
  const { httpCaller, settings, vault } = dependencies
  const filled = filledBy(wanted, wanted.action.parameters)
  const call = httpPlan(await openedTemplate(vault, template), filled)
  if (!wanted.asking) {
    const isListed = isAllowedHost(await settings.get('http-action-allowed-hosts'), call.url)
    refuseUnless(isListed, 'forbidden', 'This action may not be run by a link.')
  }
  return {
    databaseId: null,
    named: namesIn(filled),
    work: async () =>
      endOfCall(await httpCaller.call(call, { signal: new AbortController().signal })),
  }
}

const preparers: { readonly [T in ActionType]: Preparer<T> } = { implicit, query, http }

const prepare = <T extends ActionType>(
  dependencies: PrepareDependencies,
  definition: Of<T> & { readonly type: T },
  wanted: Wanted,
): Promise<Prepared> => preparers[definition.type](dependencies, definition, wanted)

/** All that can be wrong with a run before it is begun. @throws {Refusal} 400, 403 and 404 */
export const prepareRun = (dependencies: PrepareDependencies, wanted: Wanted): Promise<Prepared> =>
  prepare(dependencies, wanted.action.definition, wanted)
