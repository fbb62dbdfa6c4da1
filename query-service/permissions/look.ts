import type { AsOf } from '../../shared/contract/as-of.ts'
import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { CardHistories, DashboardHistories } from '../../shared/ports/version-histories.ts'

export type PermissionHistoryDependencies = {
  readonly accessHistories: AccessHistories
  readonly cardHistories: CardHistories
  readonly dashboardHistories: DashboardHistories
  readonly now: () => Date
}

/** Each graph counts revisions of its own. */
export type GraphKind = 'data' | 'collection'

/** The graph whose revisions a question counts in: that of what it is about. */
export const graphAsked = ({ collection_id }: Pick<ResourceQuery, 'collection_id'>): GraphKind =>
  collection_id === undefined ? 'data' : 'collection'

/** Access as it was at a moment, and all that led there. */
export type Look = { readonly history: AccessHistory; readonly state: AccessState }

/** @throws {Refusal} 400 for a revision there is not. */
export const lookAt = async (
  { accessHistories }: Pick<PermissionHistoryDependencies, 'accessHistories'>,
  asOf: AsOf | undefined,
  graph: GraphKind = 'data',
): Promise<Look> => {
  const history = await accessHistories.current()
  const revisions = graph === 'collection' ? history.collectionRevisions : history.revisions
  return { history, state: history.at(positionAsOf(history, asOf, revisions)) }
}
