import * as contract from '../../shared/contract/card.ts'
import type { QueryParameter } from '../../shared/contract/dataset.ts'
import { runCardPivot } from '../../shared/contract/pivot.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { fileWishes } from '../file-wishes.ts'
import { runOfCard } from '../run-of.ts'
import { type SavedRun, type SavedRunDependencies, savedRuns } from '../saved-runs.ts'

type Asking = { readonly views: Views; readonly actor: Actor }

const open = async (
  { views, actor }: Asking,
  id: number,
  parameters: readonly QueryParameter[] | null | undefined,
): Promise<SavedRun> => {
  return runOfCard(await runnableCard(views, actor, id), parameters)
}

export const runCardRoutes = (dependencies: SavedRunDependencies): readonly QueryRoute[] => {
  const runs = savedRuns(dependencies)
  return [
    on(contract.runCard, async ({ params: { id }, body }, context) =>
      runs.result(context, await open(context, id, body?.parameters)),
    ),

    on(runCardPivot, async ({ params: { id }, body }, context) =>
      runs.pivot(context, await open(context, id, body?.parameters)),
    ),

    on(contract.exportCard, async ({ params: { id, format }, body }, context) =>
      runs.download(context, await open(context, id, body?.parameters), {
        format,
        ...fileWishes(body),
      }),
    ),
  ]
}
