import { z } from 'zod'
import { type EventOf, eventType, id } from './event-type.ts'

/** What can be shared by a link. */
export const sharedKinds = ['card', 'dashboard', 'action'] as const
export type SharedKind = (typeof sharedKinds)[number]

const shared = z.object({ kind: z.enum(sharedKinds), entityId: id, uuid: z.uuid() })

/** Links for everybody, one at a time for each thing, on a stream of the thing's own. */
export const publicLinkEvents = {
  PublicLinkCreated: eventType(
    shared.extend({
      /** ISO 8601 in UTC; null: it holds until it is removed. */
      expiresAt: z.iso.datetime().nullable(),
    }),
  ),
  PublicLinkRemoved: eventType(shared, { takesAccess: true }),
}
export type PublicLinkEvent = EventOf<typeof publicLinkEvents>
