import type { GroupEvent } from '../events/group.ts'
import type { AdminRosterEvent, UserEvent } from '../events/user.ts'
import type { Message, Named } from '../kernel/decider.ts'
import type { AccessState } from './access-state.ts'
import { administratorsId } from './default-groups.ts'

type MemberEvent = GroupEvent | AdminRosterEvent

/** That a user is in a group, or is no more. */
type Turn = { readonly groupId: number; readonly userId: number; readonly isIn: boolean }

/** What events do to memberships; those that are not here do nothing to them. */
const turnsOf: {
  readonly [T in MemberEvent['type']]?: (
    data: Named<MemberEvent, T>['data'],
    before: AccessState,
  ) => readonly Turn[]
} = {
  GroupMemberAdded: ({ groupId, userId }) => [{ groupId, userId, isIn: true }],
  GroupMemberRemoved: ({ groupId, userId }) => [{ groupId, userId, isIn: false }],
  GroupCleared: ({ groupId, removed }) =>
    removed.map(({ userId }) => ({ groupId, userId, isIn: false })),
  GroupDeleted: ({ groupId }, before) =>
    before.memberIdsOf(groupId).map((userId) => ({ groupId, userId, isIn: false })),
  AdminGranted: ({ userId }) => [{ groupId: administratorsId, userId, isIn: true }],
  AdminRevoked: ({ userId }) => [{ groupId: administratorsId, userId, isIn: false }],
}

/** What events do to accounts. */
const statusAfter = {
  UserDeactivated: 'deactivated',
  UserReactivated: 'active',
} as const satisfies { readonly [T in UserEvent['type']]?: string }

const isOfAccount = (event: Message): event is Named<UserEvent, keyof typeof statusAfter> =>
  event.type in statusAfter

export type StateAfter = {
  readonly after: AccessState
  /** Whose groups or accounts changed. */
  readonly userIds: readonly number[]
}

/** Memberships and accounts as they would be after some events; all else stays as it is. */
export const stateAfter = (before: AccessState, events: readonly Message[]): StateAfter => {
  const groupsOf = new Map<number, Set<number>>()
  const statuses = new Map<number, 'active' | 'deactivated'>()
  for (const event of events) {
    const { type, data } = event
    if (isOfAccount(event)) statuses.set(event.data.userId, statusAfter[event.type])
    const turns = (
      turnsOf as Readonly<
        Record<string, ((data: unknown, before: AccessState) => readonly Turn[]) | undefined>
      >
    )[type]
    for (const { groupId, userId, isIn } of turns?.(data, before) ?? []) {
      const groups = groupsOf.get(userId) ?? new Set(before.groupIdsOf(userId))
      groupsOf.set(userId, groups)
      if (isIn) groups.add(groupId)
      else groups.delete(groupId)
    }
  }
  const after: AccessState = {
    ...before,
    groupIdsOf: (userId) => {
      const groups = groupsOf.get(userId)
      return groups ? [...groups].sort((a, b) => a - b) : before.groupIdsOf(userId)
    },
    userStatus: (userId) => statuses.get(userId) ?? before.userStatus(userId),
  }
  return { after, userIds: [...new Set([...groupsOf.keys(), ...statuses.keys()])] }
}
