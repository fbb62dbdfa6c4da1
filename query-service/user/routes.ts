import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as contract from '../../shared/contract/user.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { UserRow } from '../../shared/views/user.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { page } from '../paging.ts'
import { currentCollections } from './collections.ts'
import { currentPermissions } from './permissions.ts'

/**
 * Users with their memberships, in one statement: being an admin and being in Administrators are one
 * fact, and two looks could fall on either side of a change.
 */
const usersWithMemberships = (views: Views) =>
  views
    .selectFrom('users')
    .selectAll()
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('memberships')
          .select(['group_id as id', 'is_group_manager'])
          .whereRef('memberships.user_id', '=', 'users.id')
          .orderBy('group_id'),
      ).as('user_group_memberships'),
    )

const detail = async (views: Views, id: number) =>
  found(await usersWithMemberships(views).where('id', '=', id).executeTakeFirst(), 'User')

type Filters = {
  readonly status?: 'active' | 'deactivated' | 'all' | undefined
  readonly include_deactivated?: boolean | undefined
  readonly query?: string | undefined
  readonly group_id?: number | undefined
}

const byName = (a: UserRow, b: UserRow) =>
  a.first_name.localeCompare(b.first_name) || a.last_name.localeCompare(b.last_name) || a.id - b.id

/** Admins see everyone who matches, others only themselves. */
const visibleUsers = async (views: Views, actor: Actor, filters: Filters) => {
  const { status = filters.include_deactivated ? 'all' : 'active', query, group_id } = filters
  const users = await usersWithMemberships(views)
    .$if(!actor.isSuperuser, (q) => q.where('id', '=', actor.userId))
    .$if(status !== 'all', (q) => q.where('is_active', '=', status === 'active'))
    .execute()
  const wanted = query?.toLowerCase() ?? ''
  return users
    .filter((user) => `${user.common_name}\n${user.email}`.toLowerCase().includes(wanted))
    .map(({ user_group_memberships, ...user }) => ({
      ...user,
      group_ids: user_group_memberships.map(({ id }) => id),
    }))
    .filter((user) => group_id === undefined || user.group_ids.includes(group_id))
    .sort(byName)
}

export const userRoutes: readonly QueryRoute[] = [
  on(contract.listUsers, async ({ query }, { actor, views, header }) => {
    const onlyActive = (query.status ?? 'active') === 'active' && !query.include_deactivated
    refuseUnless(
      actor.isSuperuser || onlyActive,
      'forbidden',
      'Only an admin may list deactivated users.',
    )
    return page(await visibleUsers(views, actor, query), query, header)
  }),

  on(contract.getCurrentUser, async (_, { actor, views }) => {
    const user = await detail(views, actor.userId)
    const groupIds = user.user_group_memberships.map(({ id }) => id)
    // As of the same look: the session was checked a moment ago.
    const now = { ...actor, isSuperuser: user.is_superuser, groupIds }
    return {
      ...user,
      group_ids: groupIds,
      permissions: await currentPermissions(views, now),
      ...(await currentCollections(views, now)),
    }
  }),

  on(contract.listRecipients, async ({ query }, { views, header }) => {
    const users = await views
      .selectFrom('users')
      .select(['id', 'email', 'common_name'])
      .where('is_active', '=', true)
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('id')
      .execute()
    return page(users, query, header)
  }),

  on(contract.getUser, ({ params: { id } }, { views }) => detail(views, id)),
]
