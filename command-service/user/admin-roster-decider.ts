import type { AdminRosterEvent } from '../../shared/events/user.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'

/** Admins by user id, with the id of their membership in Administrators. */
export type AdminRoster = { readonly admins: ReadonlyMap<number, number> }

export type AdminRosterCommand =
  | { type: 'GrantAdmin'; data: { userId: number; membershipId: number } }
  | { type: 'RevokeAdmin'; data: { userId: number } }

/**
 * All admins in one stream, so that "at least one is left" holds under races as well. A deactivated
 * admin is taken off the roster first, hence everybody on it is active.
 */
export const adminRosterDecider: Decider<AdminRoster, AdminRosterCommand, AdminRosterEvent> = {
  initial: { admins: new Map() },
  decide: {
    GrantAdmin: (data, { admins }) =>
      admins.has(data.userId) ? [] : [{ type: 'AdminGranted', data }],
    RevokeAdmin: ({ userId }, { admins }) => {
      const membershipId = admins.get(userId)
      if (membershipId === undefined) return []
      refuseUnless(admins.size > 1, 'validation', 'The last active admin has to stay one.')
      return [{ type: 'AdminRevoked', data: { userId, membershipId } }]
    },
  },
  evolve: {
    AdminGranted: ({ admins }, { userId, membershipId }) => ({
      admins: new Map(admins).set(userId, membershipId),
    }),
    AdminRevoked: ({ admins }, { userId }) => {
      const rest = new Map(admins)
      rest.delete(userId)
      return { admins: rest }
    },
  },
}
