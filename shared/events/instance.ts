import { z } from 'zod'
import { type EventOf, eventType, id, sealed } from './event-type.ts'

/** The life of the installation itself. The set-up token is a secret and stands in the vault. */
export const instanceEvents = {
  InstanceInitialised: eventType(z.object({})),
  /** Decides who the first administrator is; all that follows from it can be finished later. */
  SetupCompleted: eventType(
    z.object({
      userId: id,
      membershipId: id,
      adminMembershipId: id,
      emailKey: z.string(),
      email: sealed,
      firstName: sealed,
      lastName: sealed,
    }),
  ),
}
export type InstanceEvent = EventOf<typeof instanceEvents>
