import { getCard } from '../../shared/contract/card.ts'
import { getDashboard } from '../../shared/contract/dashboard.ts'
import * as contract from '../../shared/contract/revision.ts'
import { readBack } from '../../shared/contract/route.ts'
import { type CommandRoute, on } from '../context.ts'
import { type RestoreDependencies, restorers } from '../restorers.ts'

/** Versions brought back under the names that clients of Metabase know. */
export const revisionRoutes = (dependencies: RestoreDependencies): CommandRoute[] => {
  const restore = restorers(dependencies)
  const read = {
    card: (id: number) => readBack(getCard, { id }, {}),
    dashboard: (id: number) => readBack(getDashboard, { id }, {}),
  } as const

  return [
    on(contract.revertToRevision, async ({ body: { entity, id, revision_id } }, context) => {
      await restore[entity](context, id, revision_id)
      return read[entity](id)
    }),

    on(contract.revertDashboard, async ({ params: { id }, body: { revision_id } }, context) => {
      await restore.dashboard(context, id, revision_id)
      return read.dashboard(id)
    }),
  ]
}
