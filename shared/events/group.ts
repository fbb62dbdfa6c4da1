import { z } from 'zod'
import { type EventOf, eventType, id } from './event-type.ts'

export const groupEvents = {
  GroupCreated: eventType(z.object({ groupId: id, name: z.string() })),
}
export type GroupEvent = EventOf<typeof groupEvents>
