import * as contract from '../../shared/contract/user.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { UserRow } from '../../shared/views/user.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { page } from '../paging.ts'
import { currentCollections } from './collections.ts'
import { currentPermissions } from './permissions.ts'

const membershipsOf = (views: Views, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : views
        .selectFrom('memberships')
        .selectAll()
        .where('user_id', 'in', [...userIds])
        .orderBy('group_id')
        .execute()

const detail = async (views: Views, id: number) => {
  const user = found(
    await views.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    'User',
  )
  const memberships = await membershipsOf(views, [id])
  return {
    ...user,
    user_group_memberships: memberships.map(({ group_id, is_group_manager }) => ({
      id: group_id,
      is_group_manager,
    })),
  }
}

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
  const users = await views
    .selectFrom('users')
    .selectAll()
    .$if(!actor.isSuperuser, (q) => q.where('id', '=', actor.userId))
    .$if(status !== 'all', (q) => q.where('is_active', '=', status === 'active'))
    .execute()
  const memberships = await membershipsOf(
    views,
    users.map(({ id }) => id),
  )
  const groupsOf = new Map<number, number[]>()
  for (const { user_id, group_id } of memberships)
    groupsOf.set(user_id, [...(groupsOf.get(user_id) ?? []), group_id])
  const wanted = query?.toLowerCase() ?? ''
  return users
    .filter((user) => `${user.common_name}\n${user.email}`.toLowerCase().includes(wanted))
    .map((user) => ({ ...user, group_ids: groupsOf.get(user.id) ?? [] }))
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

  on(contract.getCurrentUser, async (_, { actor, views }) => ({
    ...(await detail(views, actor.userId)),
    group_ids: [...actor.groupIds],
    permissions: await currentPermissions(views, actor),
    ...(await currentCollections(views, actor)),
  })),

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
