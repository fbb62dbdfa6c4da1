import type { MemoryTables } from '../../../../projections/runtime/memory-tables.ts'
import type { QueryRoute, Views } from '../../../../query-service/context.ts'
import { getCard } from '../../../../shared/contract/card.ts'
import { getCollection } from '../../../../shared/contract/collection.ts'
import { getDashboard } from '../../../../shared/contract/dashboard.ts'
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts'
import { getGroup, listGroups } from '../../../../shared/contract/group.ts'
import { getPermissionsGraph } from '../../../../shared/contract/permission-graph.ts'
import { getCurrentUser, getUser } from '../../../../shared/contract/user.ts'
import { found } from '../../../../shared/kernel/refusal.ts'
import type { AccessHistories } from '../../../../shared/ports/access-history.ts'
import { cards } from '../../../../shared/views/card.ts'
import { collections } from '../../../../shared/views/collection.ts'
import { dashboards } from '../../../../shared/views/dashboard.ts'
import { groups, memberships } from '../../../../shared/views/group.ts'
import { users } from '../../../../shared/views/user.ts'
import type { View } from '../../../../shared/views/view.ts'
import { rowsIn } from '../../../support/memory-tables.ts'

/** Read models at some moment; SQL is not simulated, so what reads answer is a row as it stands. */
export type Shelf = () => Promise<MemoryTables>

/** Handlers of the query side take Kysely; these take a shelf, and nobody else gets to see it. */
export const asViews = (shelf: Shelf): Views => shelf as unknown as Views
const shelfOf = (views: Views): Shelf => views as unknown as Shelf

const rowOf = async (views: Views, view: View, id: unknown) => {
  const tables = await shelfOf(views)()
  return found(
    rowsIn(tables, view).find((row) => row.id === id),
    view.name,
  )
}

const one = (endpoint: AnyEndpoint, view: View): QueryRoute => ({
  endpoint,
  handle: ({ params: { id } }, { views }) => rowOf(views, view, id),
})

/** Reads that commands are answered by, and that clients look at what they wrote with. */
export const readsWith = (accessHistories: AccessHistories): readonly QueryRoute[] => [
  one(getCard, cards),
  one(getCollection, collections),
  one(getDashboard, dashboards),
  one(getUser, users),
  {
    endpoint: getGroup,
    handle: async ({ params: { id } }, { views }) => ({
      ...(await rowOf(views, groups, id)),
      members: rowsIn(await shelfOf(views)(), memberships)
        .filter(({ group_id }) => group_id === id)
        .map((row) => ({ user_id: row.user_id, membership_id: row.id })),
    }),
  },
  {
    endpoint: listGroups,
    handle: async (_, { views }) => rowsIn(await shelfOf(views)(), groups),
  },
  {
    endpoint: getCurrentUser,
    handle: (_, { views, actor }) => rowOf(views, users, actor?.userId),
  },
  {
    endpoint: getPermissionsGraph,
    handle: async () => ({ revision: (await accessHistories.current()).at().revision }),
  },
]
