import * as contract from '../../shared/contract/action.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { ActionHistories } from '../../shared/ports/version-histories.ts'
import { describedAction, describedActions } from '../action-parameters.ts'
import {
  isArchivedAction,
  loadActionRights,
  readableAction,
  runnableAction,
  savedActions,
} from '../actions.ts'
import { byName } from '../by-name.ts'
import { readableCard } from '../cards.ts'
import { on, type QueryRoute } from '../context.ts'
import { runnableDashboard } from '../dashboards.ts'
import { page } from '../paging.ts'
import { presentVersions } from '../versions.ts'
import { historyKeys, shownVersions } from './past.ts'
import { presentAction } from './present.ts'
import { previewOf } from './preview.ts'
import type { RowReading } from './read-row.ts'
import { runsOf } from './runs.ts'

export type ActionDependencies = RowReading & { readonly actionHistories: ActionHistories }

export const actionRoutes = ({
  actionHistories,
  ...reading
}: ActionDependencies): readonly QueryRoute[] => [
  on(contract.listActions, async ({ query }, { actor, views, header }) => {
    const { 'model-id': modelId, archived } = query
    if (modelId !== undefined) await readableCard(views, actor, modelId)
    const rights = await loadActionRights(views, actor)
    const rows = await savedActions(views)
      .$if(modelId !== undefined, (all) => all.where('actions.model_id', '=', modelId ?? null))
      .execute()
    const readable = rows.filter(
      (action) => rights.mayRead(action) && isArchivedAction(action) === archived,
    )
    const shown = await describedActions(views, page(readable.sort(byName), query, header))
    return shown.map((action) => presentAction(action, rights))
  }),

  on(contract.getAction, async ({ params: { id } }, { actor, views }) => {
    const { action, rights } = await readableAction(views, actor, id)
    return presentAction(await describedAction(views, action), rights)
  }),

  on(contract.getActionHistory, async ({ params: { id }, query }, { actor, views, header }) => {
    await readableAction(views, actor, id)
    const history = shownVersions(await actionHistories.of(id))
    return page(await presentVersions(views, history, historyKeys), query, header)
  }),

  on(contract.listActionRuns, async ({ params: { id }, query }, { actor, views, header }) => {
    const { runs, total } = await runsOf(views, id, query)
    // What was done through an action stays on record when it is gone: for admins.
    if (!actor.isSuperuser || total === 0) {
      const { action } = await readableAction(views, actor, id)
      const isOwn = actor.isSuperuser || action.creator_id === actor.userId
      refuseUnless(isOwn, 'forbidden', 'The runs of an action are for its creator and for admins.')
    }
    header('X-Total-Count', String(total))
    return [...runs]
  }),

  on(contract.previewAction, async ({ params: { id }, query }, { actor, ...asking }) => {
    const action = await runnableAction(asking.views, actor, id)
    const described = await describedAction(asking.views, action)
    return previewOf(reading, asking, described, query.parameters ?? {})
  }),

  on(contract.previewDashboardAction, async ({ params, query }, { actor, ...asking }) => {
    const { views } = asking
    await runnableDashboard(views, actor, params.id)
    const dashcard = await views
      .selectFrom('dashcards')
      .select('action_id')
      .where('id', '=', params.dashcardId)
      .where('dashboard_id', '=', params.id)
      .executeTakeFirst()
    const id = found(dashcard?.action_id, 'Action of this card')
    const action = await describedAction(views, await runnableAction(views, actor, id))
    return previewOf(reading, asking, action, query.parameters ?? {})
  }),
]
