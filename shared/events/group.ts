import { z } from 'zod'
import { type EventOf, eventType, id } from './event-type.ts'

export const groupEvents = {
  GroupCreated: eventType(z.object({ groupId: id, name: z.string() })),
  GroupRenamed: eventType(z.object({ groupId: id, name: z.string() })),
  GroupDeleted: eventType(z.object({ groupId: id }), { takesAccess: true }),
  GroupMemberAdded: eventType(
    z.object({ groupId: id, membershipId: id, userId: id, isGroupManager: z.boolean() }),
  ),
  GroupMemberRemoved: eventType(z.object({ groupId: id, membershipId: id, userId: id }), {
    takesAccess: true,
  }),
  GroupManagerSet: eventType(
    z.object({ groupId: id, membershipId: id, userId: id, isGroupManager: z.boolean() }),
  ),
  /** Names whom it removed: nobody could tell later. */
  GroupCleared: eventType(
    z.object({
      groupId: id,
      removed: z.array(z.object({ membershipId: id, userId: id })),
    }),
    { takesAccess: true },
  ),
}
export type GroupEvent = EventOf<typeof groupEvents>

/** A name belongs to one group at a time. The stream is named by a hash of the name in lower case. */
export const groupNameEvents = {
  GroupNameReserved: eventType(z.object({ groupId: id, reservedAt: z.iso.datetime() })),
  GroupNameReleased: eventType(z.object({ groupId: id })),
}
export type GroupNameEvent = EventOf<typeof groupNameEvents>
