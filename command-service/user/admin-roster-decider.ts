import type { AdminRosterEvent } from '../../shared/events/user.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'

/** Admins by user id, with the id of their membership in Administrators. */
export type AdminRoster = { readonly admins: ReadonlyMap<number, number> }

export type AdminRosterCommand =
  | { type: 'GrantAdmin'; data: { userId: number; membershipId: number } }
  | { type: 'RevokeAdmin'; data: { userId: number } }
  /** Refused for who is an admin already. */
  | { type: 'AddAdmin'; data: { userId: number; membershipId: number } }
  /** Ends this very membership; a later one of the same user is another. */
  | { type: 'RemoveAdmin'; data: { userId: number; membershipId: number } }

const mustNotBeLast = ({ admins }: AdminRoster) =>
  refuseUnless(admins.size > 1, 'validation', 'The last active admin has to stay one.')

/**
 * All admins in one stream, so that "at least one is left" holds under races as well. A deactivated
 * admin is taken off the roster first, hence everybody on it is active.
 */
export const adminRosterDecider: Decider<AdminRoster, AdminRosterCommand, AdminRosterEvent> = {
  initial: { admins: new Map() },
  decide: {
    GrantAdmin: (data, { admins }) =>
      admins.has(data.userId) ? [] : [{ type: 'AdminGranted', data }],
    RevokeAdmin: ({ userId }, roster) => {
      const membershipId = roster.admins.get(userId)
      if (membershipId === undefined) return []
      mustNotBeLast(roster)
      return [{ type: 'AdminRevoked', data: { userId, membershipId } }]
    },
    AddAdmin: (data, { admins }) => {
      refuseUnless(!admins.has(data.userId), 'conflict', 'The user is an admin already.')
      return [{ type: 'AdminGranted', data }]
    },
    RemoveAdmin: (data, roster) => {
      const isTheirs = roster.admins.get(data.userId) === data.membershipId
      refuseUnless(isTheirs, 'not-found', 'Membership not found.')
      mustNotBeLast(roster)
      return [{ type: 'AdminRevoked', data }]
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
