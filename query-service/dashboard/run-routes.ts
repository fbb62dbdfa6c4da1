import * as contract from '../../shared/contract/dashboard-run.ts'
import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { dashcardOn, runnableDashboard } from '../dashboards.ts'
import { fileWishes } from '../file-wishes.ts'
import { runOfDashcard } from '../run-of.ts'
import { type SavedRun, type SavedRunDependencies, savedRuns } from '../saved-runs.ts'

type Asking = { readonly views: Views; readonly actor: Actor }

type Place = { readonly id: number; readonly dashcardId: number; readonly cardId: number }

const open = async (
  { views, actor }: Asking,
  { id, dashcardId, cardId }: Place,
  parameters: readonly QueryParameter[] | null | undefined,
): Promise<SavedRun> => {
  const dashboard = await runnableDashboard(views, actor, id)
  const dashcard = await dashcardOn(views, id, dashcardId, cardId)
  const card = await runnableCard(views, actor, cardId)
  return runOfDashcard({ dashboard, dashcard, card }, parameters)
}

export const runDashcardRoutes = (dependencies: SavedRunDependencies): readonly QueryRoute[] => {
  const runs = savedRuns(dependencies)
  return [
    on(contract.runDashcard, async ({ params, body }, context) =>
      runs.result(context, await open(context, params, body?.parameters)),
    ),

    on(contract.runDashcardPivot, async ({ params, body }, context) =>
      runs.pivot(context, await open(context, params, body?.parameters)),
    ),

    on(contract.exportDashcard, async ({ params, body }, context) =>
      runs.download(context, await open(context, params, body?.parameters), {
        format: params.format,
        ...fileWishes(body),
      }),
    ),
  ]
}
