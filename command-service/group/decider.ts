import type { GroupEvent } from '../../shared/events/group.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { allUsersId, isDefaultGroup } from '../../shared/permissions/default-groups.ts'

export type Member = { readonly membershipId: number; readonly isGroupManager: boolean }

export type Group = {
  readonly status: 'unknown' | 'there' | 'deleted'
  readonly name: string
  /**
   * By user id. Empty for the default groups: who is in All Users is a fact about users, and who is
   * in Administrators one about the roster of admins.
   */
  readonly members: ReadonlyMap<number, Member>
}

type Membership = Named<GroupEvent, 'GroupMemberAdded'>['data']

export type GroupCommand =
  | { type: 'CreateGroup'; data: { groupId: number; name: string } }
  | { type: 'RenameGroup'; data: { groupId: number; name: string } }
  | { type: 'DeleteGroup'; data: { groupId: number } }
  /** Refused for who is a member already. */
  | { type: 'AddMember'; data: Membership }
  /** Sees to it that somebody is a member; without `isGroupManager` that stays as it is. */
  | {
      type: 'EnsureMember'
      data: Omit<Membership, 'isGroupManager'> & { isGroupManager?: boolean }
    }
  | { type: 'SetManager'; data: Membership }
  /** Sees to it that somebody, if a member, does not manage the group. */
  | { type: 'EnsureNoManager'; data: { groupId: number; userId: number } }
  /** Ends this very membership; a later one of the same user is another. */
  | { type: 'RemoveMember'; data: { groupId: number; membershipId: number; userId: number } }
  /** Sees to it that somebody is no member. */
  | { type: 'EnsureNoMember'; data: { groupId: number; userId: number } }
  | { type: 'ClearGroup'; data: { groupId: number } }

const mustBeThere = ({ status }: Group) =>
  refuseUnless(status === 'there', 'not-found', 'Group not found.')

const mustBeOrdinary = (groupId: number, what: string) =>
  refuseUnless(!isDefaultGroup(groupId), 'validation', `This group cannot be ${what}.`)

const mustHaveMembers = (groupId: number) =>
  refuseUnless(
    groupId !== allUsersId,
    'validation',
    'Everybody is in All Users: who is cannot be edited.',
  )

/** The membership a command names, if it is the one the user has. */
const current = ({ members }: Group, userId: number, membershipId: number): Member => {
  const member = members.get(userId)
  refuseUnless(member?.membershipId === membershipId, 'not-found', 'Membership not found.')
  return member
}

/** A group, its name and its members: one stream, so that nobody joins what is being deleted. */
export const groupDecider: Decider<Group, GroupCommand, GroupEvent> = {
  initial: { status: 'unknown', name: '', members: new Map() },
  decide: {
    CreateGroup: (data, { status }) =>
      status === 'unknown' ? [{ type: 'GroupCreated', data }] : [],
    RenameGroup: (data, group) => {
      mustBeThere(group)
      if (data.name === group.name) return []
      mustBeOrdinary(data.groupId, 'renamed')
      return [{ type: 'GroupRenamed', data }]
    },
    DeleteGroup: (data, group) => {
      mustBeThere(group)
      mustBeOrdinary(data.groupId, 'deleted')
      return [{ type: 'GroupDeleted', data }]
    },
    AddMember: (data, group) => {
      mustBeThere(group)
      mustHaveMembers(data.groupId)
      refuseUnless(
        !group.members.has(data.userId),
        'conflict',
        'The user is in this group already.',
      )
      return [{ type: 'GroupMemberAdded', data }]
    },
    EnsureMember: ({ isGroupManager, ...data }, group) => {
      mustBeThere(group)
      mustHaveMembers(data.groupId)
      const member = group.members.get(data.userId)
      if (!member) {
        const membership = { ...data, isGroupManager: isGroupManager ?? false }
        return [{ type: 'GroupMemberAdded', data: membership }]
      }
      if (isGroupManager === undefined || isGroupManager === member.isGroupManager) return []
      const { membershipId } = member
      return [{ type: 'GroupManagerSet', data: { ...data, membershipId, isGroupManager } }]
    },
    SetManager: (data, group) => {
      mustBeThere(group)
      const { isGroupManager } = current(group, data.userId, data.membershipId)
      return isGroupManager === data.isGroupManager ? [] : [{ type: 'GroupManagerSet', data }]
    },
    EnsureNoManager: (data, { members }) => {
      const member = members.get(data.userId)
      if (!member?.isGroupManager) return []
      const { membershipId } = member
      return [{ type: 'GroupManagerSet', data: { ...data, membershipId, isGroupManager: false } }]
    },
    RemoveMember: (data, group) => {
      mustBeThere(group)
      current(group, data.userId, data.membershipId)
      return [{ type: 'GroupMemberRemoved', data }]
    },
    EnsureNoMember: (data, { members }) => {
      const member = members.get(data.userId)
      if (!member) return []
      return [{ type: 'GroupMemberRemoved', data: { ...data, membershipId: member.membershipId } }]
    },
    ClearGroup: ({ groupId }, group) => {
      mustBeThere(group)
      mustBeOrdinary(groupId, 'cleared')
      const removed = [...group.members].map(([userId, { membershipId }]) => ({
        membershipId,
        userId,
      }))
      return removed.length > 0 ? [{ type: 'GroupCleared', data: { groupId, removed } }] : []
    },
  },
  evolve: {
    GroupCreated: (group, { name }) => ({ ...group, status: 'there', name }),
    GroupRenamed: (group, { name }) => ({ ...group, name }),
    GroupDeleted: (group) => ({ ...group, status: 'deleted', members: new Map() }),
    GroupMemberAdded: (group, { userId, membershipId, isGroupManager }) => ({
      ...group,
      members: new Map(group.members).set(userId, { membershipId, isGroupManager }),
    }),
    GroupManagerSet: (group, { userId, membershipId, isGroupManager }) => ({
      ...group,
      members: new Map(group.members).set(userId, { membershipId, isGroupManager }),
    }),
    GroupMemberRemoved: (group, { userId }) => ({ ...group, members: without(group, [userId]) }),
    GroupCleared: (group, { removed }) => ({
      ...group,
      members: without(
        group,
        removed.map(({ userId }) => userId),
      ),
    }),
  },
}

const without = ({ members }: Group, userIds: readonly number[]): Group['members'] => {
  const rest = new Map(members)
  for (const userId of userIds) rest.delete(userId)
  return rest
}
