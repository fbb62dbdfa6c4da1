import type { GroupNameEvent } from '../../shared/events/group.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { freeName, nameDecider } from '../name-reservation.ts'

export const nameTaken = () => invalid('name', 'Another group has this name.')

export const groupNameDecider = nameDecider<GroupNameEvent>({
  reserved: (groupId, reservedAt) => ({ type: 'GroupNameReserved', data: { groupId, reservedAt } }),
  released: (groupId) => ({ type: 'GroupNameReleased', data: { groupId } }),
  taken: nameTaken,
  evolve: {
    GroupNameReserved: (_, { groupId: holderId, reservedAt }) => ({ holderId, reservedAt }),
    GroupNameReleased: () => freeName,
  },
})
