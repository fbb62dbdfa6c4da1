import * as contract from '../../shared/contract/group.ts'
import { readBackPart } from '../../shared/contract/route.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import { administratorsId, allUsersId } from '../../shared/permissions/default-groups.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { addAdmin, adminMembershipId, loadUser, removeAdmin } from '../accounts.ts'
import { endManagingOfAdmin } from '../admin-managers.ts'
import { type CommandRoute, on } from '../context.ts'
import { crowd, type Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { tryOr } from '../try-out.ts'
import { groupDecider } from './decider.ts'

export type MembershipDependencies = { readonly accessHistories: AccessHistories }

type Membership = {
  readonly groupId: number
  readonly membershipId: number
  readonly userId: number
  readonly isGroupManager: boolean
}

const refuseAllUsers = (groupId: number) =>
  refuseUnless(
    groupId !== allUsersId,
    'validation',
    'Everybody is in All Users: its memberships cannot be edited.',
  )

/**
 * Where a membership is or was. Whether it still is, its stream says: only what was read there is
 * waited for, so that nobody hears "not found" of what readers still have.
 * @throws {Refusal} 404 for one there never was, 400 for one of All Users.
 */
const placeOf = async ({ accessHistories }: MembershipDependencies, membershipId: number) => {
  const { ledger } = await accessHistories.current()
  const place = found(ledger.membershipIds.get(membershipId), 'Membership')
  refuseAllUsers(place.groupId)
  return { ...place, membershipId }
}

/** Adds who is not in the group yet. @throws {Refusal} as decisions G3 and P9 have it. */
const addMembership = async (
  { accessHistories }: MembershipDependencies,
  executor: Executor,
  membership: Membership,
) => {
  const { groupId, userId, membershipId, isGroupManager } = membership
  const { state: group } = await executor.load(streams.group(groupId), groupDecider)
  found(group.status === 'there' ? group : undefined, 'Group')
  const user = await loadUser(executor, userId)
  found(user.status === 'unknown' ? undefined : user, 'User')
  refuseAllUsers(groupId)
  if (isGroupManager) await refuseAdminAsManager(executor, membership)
  if (groupId === administratorsId) {
    await addAdmin(executor, userId, membershipId)
    await endManagingOfAdmin(executor, accessHistories, userId)
    return
  }
  await executor.execute(
    streams.group(groupId),
    groupDecider,
    { type: 'AddMember', data: membership },
    crowd,
  )
  if (isGroupManager) await endManagingOfAdmin(executor, accessHistories, userId)
}

const refuseAdminAsManager = async (executor: Executor, { groupId, userId }: Membership) => {
  const isAdmin = (await adminMembershipId(executor, userId)) !== undefined
  if (groupId === administratorsId || isAdmin)
    throw invalid('is_group_manager', 'An admin cannot be a group manager.')
}

/** Answers whether the user manages the group then: not who became an admin at the same time. */
const setManager = async (
  { accessHistories }: MembershipDependencies,
  executor: Executor,
  membership: Membership,
): Promise<boolean> => {
  const { groupId, isGroupManager, membershipId, userId } = membership
  if (groupId === administratorsId) {
    const current = await adminMembershipId(executor, userId)
    refuseUnless(current === membershipId, 'not-found', 'Membership not found.')
  }
  if (isGroupManager) await refuseAdminAsManager(executor, membership)
  // Of an admin's membership this is always false.
  if (groupId === administratorsId) return false
  await executor.execute(
    streams.group(groupId),
    groupDecider,
    { type: 'SetManager', data: membership },
    crowd,
  )
  return isGroupManager && !(await endManagingOfAdmin(executor, accessHistories, userId))
}

const removeMembership = async (
  executor: Executor,
  membership: Omit<Membership, 'isGroupManager'>,
) => {
  const { groupId, userId, membershipId } = membership
  if (groupId === administratorsId) return removeAdmin(executor, userId, membershipId)
  return executor.execute(
    streams.group(groupId),
    groupDecider,
    { type: 'RemoveMember', data: { groupId, userId, membershipId } },
    crowd,
  )
}

const clearGroup = async (executor: Executor, groupId: number): Promise<void> => {
  const command = { type: 'ClearGroup', data: { groupId } } as const
  await executor.execute(streams.group(groupId), groupDecider, command, crowd)
}

export const membershipRoutes = (dependencies: MembershipDependencies): CommandRoute[] => [
  on(contract.addMembership, async ({ query, body }, { executor, ids }) => {
    const membership = {
      groupId: body.group_id,
      membershipId: await ids.next('membership'),
      userId: body.user_id,
      isGroupManager: body.is_group_manager ?? false,
    }
    return tryOr(query, dependencies, executor, async (its) => {
      await addMembership(dependencies, its, membership)
      return readBackPart(contract.getGroup, { id: body.group_id }, ({ members }) => members)
    })
  }),

  on(contract.updateMembership, async ({ params: { id }, body }, { executor }) => {
    const { is_group_manager: isGroupManager } = body
    const membership = await placeOf(dependencies, id)
    const manages = await setManager(dependencies, executor, { ...membership, isGroupManager })
    return {
      id,
      membership_id: id,
      group_id: membership.groupId,
      user_id: membership.userId,
      is_group_manager: manages,
    }
  }),

  on(contract.removeMembership, async ({ params: { id }, query }, { executor }) => {
    const membership = await placeOf(dependencies, id)
    return tryOr(query, dependencies, executor, async (its) => {
      await removeMembership(its, membership)
    })
  }),

  on(contract.clearGroup, ({ params: { id }, query }, { executor }) =>
    tryOr(query, dependencies, executor, (its) => clearGroup(its, id)),
  ),
]
