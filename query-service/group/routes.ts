import * as contract from '../../shared/contract/group.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { found } from '../../shared/kernel/refusal.ts'
import { byName } from '../by-name.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { page } from '../paging.ts'

/** Active users of each group: who is deactivated stays a member and does not count. */
const listGroups = async (views: Views) => {
  const groups = await views
    .selectFrom('groups')
    .leftJoin('memberships', 'memberships.group_id', 'groups.id')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'memberships.user_id').on('users.is_active', '=', true),
    )
    .select(['groups.id', 'groups.name'])
    .select(({ fn }) => fn.count<string>('users.id').as('members'))
    .groupBy(['groups.id', 'groups.name'])
    .execute()
  return groups
    .map(({ id, name, members }) => ({ id, name, member_count: Number(members) }))
    .sort(byName)
}

const membersOf = async (views: Views, groupId: number) => {
  const members = await views
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.group_id', '=', groupId)
    .where('users.is_active', '=', true)
    .select([
      'memberships.id',
      'memberships.group_id',
      'memberships.user_id',
      'memberships.is_group_manager',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.common_name',
    ])
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  return members.map((member) => ({ ...member, membership_id: member.id }))
}

const groupDetail = async (views: Views, id: number) => {
  const [group, members] = await Promise.all([
    views.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst(),
    membersOf(views, id),
  ])
  return { ...found(group, 'Group'), member_count: members.length, members }
}

const membershipsByUser = async (views: Views) => {
  const memberships = await views
    .selectFrom('memberships')
    .selectAll()
    .orderBy('user_id')
    .orderBy('group_id')
    .execute()
  const known = memberships.map((membership) => ({ ...membership, membership_id: membership.id }))
  return Object.fromEntries(groupBy(known, ({ user_id }) => user_id))
}

export const groupRoutes: readonly QueryRoute[] = [
  on(contract.listGroups, async ({ query }, { views, header }) =>
    page(await listGroups(views), query, header),
  ),

  on(contract.getGroup, ({ params: { id } }, { views }) => groupDetail(views, id)),

  on(contract.listMemberships, (_, { views }) => membershipsByUser(views)),
]
