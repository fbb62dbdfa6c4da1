import * as contract from '../../shared/contract/subscription.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { siteZone } from '../../shared/schedules/site-zone.ts'
import type { SubscriptionRow } from '../../shared/views/subscription.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { mayReadDashboard, savedDashboards } from '../dashboards.ts'
import { page } from '../paging.ts'
import { type Now, presentRun, presentSubscription } from './present.ts'

export type SubscriptionDependencies = {
  readonly settings: Settings
  readonly now: () => Date
}

type Asking = { readonly views: Views; readonly actor: Actor }

const subscriptionsOf = (views: Views, dashboardId: number) =>
  views
    .selectFrom('subscriptions')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .orderBy('id')
    .execute()

const isOwn =
  ({ isSuperuser, userId }: Actor) =>
  (row: SubscriptionRow): boolean =>
    isSuperuser || row.creator_id === userId

/** Those one may see; also of a dashboard one may not see any more. @throws {Refusal} 404, then 403 */
const ownOf = async ({ views, actor }: Asking, dashboardId: number) => {
  const row = await savedDashboards(views)
    .where('dashboards.id', '=', dashboardId)
    .executeTakeFirst()
  const dashboard = found(row, 'Dashboard')
  const own = (await subscriptionsOf(views, dashboardId)).filter(isOwn(actor))
  if (own.length > 0) return own
  const mayRead = mayReadDashboard(await loadCollectionRights(views, actor), dashboard)
  refuseUnless(mayRead, 'forbidden', 'You may not see this dashboard.')
  return own
}

const peopleIn = async (views: Views, rows: readonly SubscriptionRow[]) => {
  const named = rows.flatMap(({ creator_id: creator, channels }) => [
    creator,
    ...channels.flatMap(({ recipients }) =>
      recipients.flatMap((one) => (one.kind === 'user' ? [one.userId] : [])),
    ),
  ])
  if (named.length === 0) return new Map()
  const people = await views
    .selectFrom('users')
    .select(['id', 'email', 'common_name', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(named)])
    .execute()
  return new Map(people.map((one) => [one.id, one]))
}

export const subscriptionRoutes = ({
  settings,
  now,
}: SubscriptionDependencies): readonly QueryRoute[] => [
  on(contract.listSubscriptions, async ({ params: { id }, query }, { actor, views, header }) => {
    const rows = page(await ownOf({ views, actor }, id), query, header)
    const at: Now = { zone: await siteZone(settings), at: now() }
    const shown = { actor, people: await peopleIn(views, rows), now: at }
    return rows.map((row) => presentSubscription(row, shown))
  }),

  on(contract.listSubscriptionRuns, async ({ params, query }, { actor, views, header }) => {
    const { id, subscriptionId } = params
    const all = await subscriptionsOf(views, id)
    const row = found(
      all.find((one) => one.id === subscriptionId),
      'Subscription',
    )
    refuseUnless(isOwn(actor)(row), 'forbidden', 'This subscription is somebody else’s.')
    const runs = await views
      .selectFrom('subscription_runs')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .orderBy('place', 'desc')
      .execute()
    return page(runs, query, header).map(presentRun)
  }),
]
