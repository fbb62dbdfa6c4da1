import { dashboardKeys } from '../shared/dashboards/dashboard-columns.ts'
import type { DashboardState } from '../shared/dashboards/dashboard-state.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import { found, Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import type { DashcardRow } from '../shared/views/dashboard.ts'
import { isArchived } from './archived.ts'
import { loadCollectionRights } from './collection-rights.ts'
import type { Views } from './context.ts'
import { publicUuid } from './public-uuid.ts'
import type { PartKeys } from './versions.ts'

/**
 * Dashboards with what is around them: collection, its owner, creator, and the link for everybody. One
 * whose collection is gone is gone, too, whichever was recorded first.
 */
export const savedDashboards = (views: Views) =>
  views
    .selectFrom('dashboards')
    .leftJoin('collections', 'collections.id', 'dashboards.collection_id')
    .leftJoin('users as owners', 'owners.id', 'collections.personal_owner_id')
    .leftJoin('users as creators', 'creators.id', 'dashboards.creator_id')
    .where((it) =>
      it.or([it('dashboards.collection_id', 'is', null), it('collections.id', 'is not', null)]),
    )
    .selectAll('dashboards')
    .select([
      'collections.name as collection_name',
      'collections.archived as collection_archived',
      'collections.authority_level',
      'collections.personal_owner_id',
      'owners.common_name as owner_name',
      'creators.email',
      'creators.first_name',
      'creators.last_name',
      'creators.common_name',
      publicUuid('dashboard', 'dashboards.id'),
    ])

/** How the API calls the parts of a dashboard that its history tells of. */
export const dashboardHistoryKeys = {
  ...dashboardKeys,
  dashcards: 'dashcards',
} as const satisfies PartKeys<DashboardState>

export type SavedDashboard = Awaited<
  ReturnType<ReturnType<typeof savedDashboards>['execute']>
>[number]

export const mayReadDashboard = (
  rights: CollectionRights,
  { collection_id }: Pick<SavedDashboard, 'collection_id'>,
): boolean => rights.mayRead(collection_id ?? 'root')

/** @throws {Refusal} 404, then 403. */
export const readableDashboard = async (views: Views, actor: Actor, id: number) => {
  const row = await savedDashboards(views).where('dashboards.id', '=', id).executeTakeFirst()
  const dashboard = found(row, 'Dashboard')
  const rights = await loadCollectionRights(views, actor)
  refuseUnless(mayReadDashboard(rights, dashboard), 'forbidden', 'You may not see this dashboard.')
  return { dashboard, rights }
}

/** Who may read one may run what is on it, unless it was put away. @throws {Refusal} 404, then 403. */
export const runnableDashboard = async (
  views: Views,
  actor: Actor,
  id: number,
): Promise<SavedDashboard> => {
  const { dashboard } = await readableDashboard(views, actor, id)
  if (isArchived(dashboard)) throw new Refusal('not-found', 'This dashboard is archived.')
  return dashboard
}

/**
 * The place of a saved question on a dashboard, its own or among the series of another.
 * @throws {Refusal} 404 where it does not stand there
 */
export const dashcardOn = async (
  views: Views,
  dashboardId: number,
  dashcardId: number,
  cardId: number,
): Promise<DashcardRow> => {
  const row = await views
    .selectFrom('dashcards')
    .selectAll()
    .where('id', '=', dashcardId)
    .where('dashboard_id', '=', dashboardId)
    .executeTakeFirst()
  const isThere = row && (row.card_id === cardId || row.series.includes(cardId))
  return found(isThere ? row : undefined, 'Dashcard')
}

/** What stands on a dashboard, in the order of ids; the saved question may be gone by now. */
export const dashcardsOf = (views: Views, dashboardId: number) =>
  views
    .selectFrom('dashcards')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .orderBy('id')
    .execute()
