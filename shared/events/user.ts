import { z } from 'zod'
import { type EventOf, eventType, id, sealed } from './event-type.ts'

export const userEvents = {
  UserRegistered: eventType(
    z.object({
      userId: id,
      /** Of the membership in All Users, which every user has. */
      membershipId: id,
      emailKey: z.string(),
      email: sealed,
      firstName: sealed,
      lastName: sealed,
      locale: z.string().nullable(),
      ssoSource: z.string().nullable(),
    }),
    { personal: true },
  ),
  UserProfileChanged: eventType(
    z.object({
      userId: id,
      firstName: sealed.optional(),
      lastName: sealed.optional(),
      /** First and last name as one; both may have changed, and a projection cannot look back. */
      commonName: sealed.optional(),
      locale: z.string().nullable().optional(),
    }),
    { personal: true },
  ),
  UserEmailChanged: eventType(z.object({ userId: id, email: sealed, emailKey: z.string() }), {
    personal: true,
  }),
  /**
   * A reservation of an address that was made for this user, used or not, has ended: whoever is still
   * about to use it is refused.
   */
  UserEmailForfeited: eventType(
    z.object({ userId: id, emailKey: z.string(), reservedAt: z.iso.datetime() }),
  ),
  UserModalDismissed: eventType(z.object({ userId: id, modal: z.string() })),
  /** What it takes away is gone already: sessions are truth of their own and end at once. */
  UserPasswordChanged: eventType(z.object({ userId: id })),
  /** A reset token sets one password: whoever comes with it after this is refused. */
  UserResetTokenUsed: eventType(z.object({ userId: id })),
  /** Whoever the identity provider calls so there is this user here. */
  UserIdentityLinked: eventType(
    z.object({ userId: id, identityKey: z.string(), issuer: z.string() }),
  ),
  UserDeactivated: eventType(z.object({ userId: id }), { takesAccess: true }),
  UserReactivated: eventType(z.object({ userId: id })),
}
export type UserEvent = EventOf<typeof userEvents>

/** Who may do everything: one stream, so that "at least one active admin" is one check. */
export const adminRosterEvents = {
  AdminGranted: eventType(z.object({ userId: id, membershipId: id })),
  AdminRevoked: eventType(z.object({ userId: id, membershipId: id }), { takesAccess: true }),
}
export type AdminRosterEvent = EventOf<typeof adminRosterEvents>

/** An address belongs to one user at a time. The stream is named by a keyed hash of the address. */
export const emailEvents = {
  EmailReserved: eventType(z.object({ userId: id, reservedAt: z.iso.datetime() })),
  EmailReleased: eventType(z.object({ userId: id })),
}
export type EmailEvent = EventOf<typeof emailEvents>

/** Whose an identity is: the stream is named by a keyed hash of its issuer and subject. */
export const identityEvents = {
  IdentityAssigned: eventType(z.object({ userId: id })),
}
export type IdentityEvent = EventOf<typeof identityEvents>

/** Comings and goings, for auditors; no decision ever folds them. */
export const accessEvents = {
  UserLoggedIn: eventType(
    z.object({ userId: id, method: z.enum(['password', 'setup', 'reset', 'idp']) }),
    // There are more ways in than there were: an older event says what it said.
    { version: 2, upcasters: { 1: (data) => data } },
  ),
  /** Who had it made, the event's actor says. */
  UserResetTokenIssued: eventType(z.object({ userId: id })),
  UserLoggedOut: eventType(z.object({ userId: id })),
  UserLoginFailed: eventType(z.object({ userId: id })),
  /** From elsewhere, or by an admin, as the event's actor tells. */
  UserSessionsEnded: eventType(z.object({ userId: id, sessionIds: z.array(id) })),
}
export type AccessEvent = EventOf<typeof accessEvents>
