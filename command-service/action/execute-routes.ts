import type { RunWay } from '../../shared/actions/kinds.ts'
import * as contract from '../../shared/contract/action.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { loadPlaces } from '../places.ts'
import { runnableAction } from '../saved-actions.ts'
import { actionOfButton } from './button.ts'
import { type PrepareDependencies, prepareRun } from './prepare.ts'
import { runOnce } from './run-once.ts'

export type ExecuteDependencies = PrepareDependencies & {
  readonly accessHistories: AccessHistories
}

type Running = Pick<CommandContext, 'executor' | 'commandId'> & { readonly actor: Actor }
type Values = Readonly<Record<string, Json>>

/** Actions run by whoever may read their model. */
export const executeRoutes = (dependencies: ExecuteDependencies): CommandRoute[] => {
  const askingOf = async ({ actor, executor }: Running) => ({
    actor,
    executor,
    places: await loadPlaces(dependencies.accessHistories, actor.userId),
  })

  const run = async (context: Running, actionId: number, way: RunWay, values: Values) => {
    const asking = await askingOf(context)
    const placed = await runnableAction(asking, actionId)
    const prepare = () =>
      prepareRun(dependencies, { ...placed, asking, state: asking.places.state, values })
    return runOnce(context, { ...placed, actionId, way, publicUuid: null }, prepare)
  }

  return [
    on(contract.executeAction, ({ params: { id }, body }, context) =>
      run(context, id, 'api', body.parameters),
    ),

    on(contract.executeDashboardAction, async ({ params, body }, context) => {
      const actionId = await actionOfButton(await askingOf(context), params.id, params.dashcardId)
      return run(context, actionId, 'dashboard', body.parameters)
    }),
  ]
}
