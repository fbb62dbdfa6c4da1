import type { AccessHistories } from '../shared/ports/access-history.ts'
import type { QueryExaminer } from '../shared/ports/query-examiner.ts'
import { restoreCard } from './card/restore.ts'
import { restoreDashboard } from './dashboard/restore.ts'

export type RestoreDependencies = {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

/** What brings back a version of each kind of thing that has any. */
export const restorers = (dependencies: RestoreDependencies) => ({
  card: restoreCard(dependencies),
  dashboard: restoreDashboard(dependencies),
})
