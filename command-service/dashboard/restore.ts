import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import type { Executor } from '../execute.ts'
import { loadPlaces } from '../places.ts'
import { streams } from '../streams.ts'
import { refuseUnaskableValues } from './askable-values.ts'
import { dashboardDecider, versionOf } from './decider.ts'
import { writable } from './place.ts'
import { refuseUnusable } from './usable-cards.ts'

type Dependencies = {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

/**
 * Brings back what a dashboard was at a version, for somebody who may put all of that on it now.
 * @throws {Refusal} 400 for a version there is not, 403, 404
 */
export const restoreDashboard =
  ({ accessHistories, queryExaminer }: Dependencies) =>
  async (
    { actor, executor }: { readonly actor: Actor; readonly executor: Executor },
    dashboardId: number,
    toVersion: number,
  ): Promise<void> => {
    const places = await loadPlaces(accessHistories, actor.userId)
    const stream = streams.dashboard(dashboardId)
    const { state: versions } = await executor.load(stream, dashboardDecider)
    const now = writable(places, versions)
    const then = versionOf(versions, toVersion)
    const asking = { actor, executor, places, queryExaminer }
    await refuseUnusable(asking, then.dashcards, now.dashcards)
    await refuseUnaskableValues(asking, then.parameters, now.parameters)
    await executor.execute(stream, dashboardDecider, {
      type: 'RestoreDashboard',
      data: { dashboardId, toVersion, examined: now },
    })
  }
