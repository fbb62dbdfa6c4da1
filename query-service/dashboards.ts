import type { Actor } from '../shared/kernel/actor.ts'
import { found, refuseUnless } from '../shared/kernel/refusal.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import { loadCollectionRights } from './collection-rights.ts'
import type { Views } from './context.ts'

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
    .leftJoin('public_links', (join) =>
      join
        .onRef('public_links.entity_id', '=', 'dashboards.id')
        .on('public_links.kind', '=', 'dashboard'),
    )
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
      'public_links.uuid as public_uuid',
    ])

export type SavedDashboard = Awaited<
  ReturnType<ReturnType<typeof savedDashboards>['execute']>
>[number]

export const mayReadDashboard = (
  rights: CollectionRights,
  { collection_id }: Pick<SavedDashboard, 'collection_id'>,
): boolean => rights.mayRead(collection_id ?? 'root')

/** A dashboard is put away by itself or with its collection. */
export const isPutAway = ({
  archived,
  collection_archived,
}: Pick<SavedDashboard, 'archived' | 'collection_archived'>): boolean =>
  archived || collection_archived === true

/** @throws {Refusal} 404, then 403. */
export const readableDashboard = async (views: Views, actor: Actor, id: number) => {
  const row = await savedDashboards(views).where('dashboards.id', '=', id).executeTakeFirst()
  const dashboard = found(row, 'Dashboard')
  const rights = await loadCollectionRights(views, actor)
  refuseUnless(mayReadDashboard(rights, dashboard), 'forbidden', 'You may not see this dashboard.')
  return { dashboard, rights }
}

/** What stands on a dashboard, in the order of ids: none of a saved question that is gone. */
export const dashcardsOf = (views: Views, dashboardId: number) =>
  views
    .selectFrom('dashcards')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .orderBy('id')
    .execute()
