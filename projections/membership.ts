import type { GroupEvent } from '../shared/events/group.ts'
import type { AdminRosterEvent, UserEvent } from '../shared/events/user.ts'
import { administratorsId, allUsersId } from '../shared/permissions/default-groups.ts'
import { memberships } from '../shared/views/group.ts'
import { projection } from './runtime/projection.ts'

/**
 * Who is in which group. Two memberships are facts about a user: All Users, which everybody has, and
 * Administrators, which is the same thing as `is_superuser`.
 */
export const membershipProjection = projection<UserEvent | AdminRosterEvent | GroupEvent>({
  name: 'membership',
  version: 1,
  onFailure: 'stop',
  views: [memberships],
  on: {
    UserRegistered: (write, { data }) =>
      write.put(memberships, {
        id: data.membershipId,
        group_id: allUsersId,
        user_id: data.userId,
        is_group_manager: false,
      }),

    AdminGranted: (write, { data }) =>
      write.put(memberships, {
        id: data.membershipId,
        group_id: administratorsId,
        user_id: data.userId,
        is_group_manager: false,
      }),

    AdminRevoked: (write, { data }) => write.remove(memberships, { id: data.membershipId }),

    GroupMemberAdded: (write, { data }) =>
      write.put(memberships, {
        id: data.membershipId,
        group_id: data.groupId,
        user_id: data.userId,
        is_group_manager: data.isGroupManager,
      }),

    GroupManagerSet: (write, { data }) =>
      write.patch(
        memberships,
        { id: data.membershipId },
        { is_group_manager: data.isGroupManager },
      ),

    GroupMemberRemoved: (write, { data }) => write.remove(memberships, { id: data.membershipId }),

    GroupCleared: (write, { data }) => {
      for (const { membershipId } of data.removed) write.remove(memberships, { id: membershipId })
    },

    GroupDeleted: (write, { data }) => write.removeWhere(memberships, { group_id: data.groupId }),
  },
})
