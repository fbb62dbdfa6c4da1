import * as contract from '../../shared/contract/action.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { loadPlaces } from '../places.ts'
import { changeableAction, refuseUnplaced } from '../saved-actions.ts'
import { streams } from '../streams.ts'
import { newContent, wishesOf } from './content.ts'
import { actionDecider } from './decider.ts'
import type { DefinitionDependencies } from './definition.ts'
import { type ExecuteDependencies, executeRoutes } from './execute-routes.ts'
import { type PublicActionDependencies, publicActionRoutes } from './public-routes.ts'

export type ActionDependencies = DefinitionDependencies &
  ExecuteDependencies &
  PublicActionDependencies & { readonly accessHistories: AccessHistories }

export const actionRoutes = (dependencies: ActionDependencies): CommandRoute[] => {
  const { accessHistories } = dependencies
  const asking = async (actor: Actor, executor: Executor) => ({
    actor,
    executor,
    places: await loadPlaces(accessHistories, actor.userId),
  })

  return [
    on(contract.createAction, async ({ body }, { actor, executor, ids }) => {
      const it = await asking(actor, executor)
      const content = await newContent(dependencies, it, body)
      if (content.modelId === null) refuseUnplaced(it, content)
      const actionId = await ids.next('action')
      await executor.execute(streams.action(actionId), actionDecider, {
        type: 'CreateAction',
        data: { ...content, actionId, creatorId: actor.userId },
      })
      return readBack(contract.getAction, { id: actionId })
    }),

    on(contract.updateAction, async ({ params: { id }, body }, { actor, executor }) => {
      const it = await asking(actor, executor)
      const { action } = await changeableAction(it, id)
      const wishes = await wishesOf(dependencies, it, action, body)
      await executor.execute(streams.action(id), actionDecider, {
        type: 'ChangeAction',
        data: { actionId: id, wishes, examined: action },
      })
      return readBack(contract.getAction, { id })
    }),

    on(contract.deleteAction, async ({ params: { id } }, { actor, executor }) => {
      await changeableAction(await asking(actor, executor), id)
      await executor.execute(streams.action(id), actionDecider, {
        type: 'DeleteAction',
        data: { actionId: id },
      })
    }),

    ...executeRoutes(dependencies),
    ...publicActionRoutes(dependencies),
  ]
}
