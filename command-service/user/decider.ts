import type { Sealed } from '../../shared/events/event-type.ts'
import type { UserEvent } from '../../shared/events/user.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { invalid, Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'

type Registered = Named<UserEvent, 'UserRegistered'>['data']

export type User = {
  readonly status: 'unknown' | 'active' | 'deactivated'
  readonly email: Sealed | undefined
  readonly firstName: Sealed | undefined
  readonly lastName: Sealed | undefined
  readonly emailKey: string | undefined
  /** Reservations of addresses that have ended, by key of the address: up to when they were made. */
  readonly forfeited: ReadonlyMap<string, string>
  /** What lets this user in, where that is not a password of ours. */
  readonly ssoSource: string | null
  /** Who this user is at an identity provider. */
  readonly identity: { readonly key: string; readonly issuer: string } | undefined
  readonly locale: string | null
  readonly dismissed: readonly string[]
  /** Moves with every change after which an earlier proof of the password counts no more. */
  readonly credentialVersion: number
}

type Profile = {
  readonly userId: number
  readonly firstName?: Sealed
  readonly lastName?: Sealed
  readonly commonName?: Sealed
  readonly locale?: string | null
}

/** By which reservation an address is used, ISO 8601. */
type Reserved = { readonly reservedAt?: string | undefined }

export type UserCommand =
  | { type: 'RegisterUser'; data: Registered & Reserved }
  /** Carries only what differs: sealed text cannot be compared here. */
  | { type: 'ChangeProfile'; data: Profile }
  | { type: 'ChangeEmail'; data: Named<UserEvent, 'UserEmailChanged'>['data'] & Reserved }
  /** Ends a reservation of an address, unless the user has it by now. */
  | { type: 'ForfeitEmail'; data: Named<UserEvent, 'UserEmailForfeited'>['data'] }
  | { type: 'DismissModal'; data: { userId: number; modal: string } }
  | { type: 'NotePasswordChange'; data: { userId: number } }
  /** With a token made for the account as it was then. */
  | { type: 'UseResetToken'; data: { userId: number } & ResetBasis }
  | { type: 'LinkIdentity'; data: Named<UserEvent, 'UserIdentityLinked'>['data'] }
  | { type: 'DeactivateUser'; data: { userId: number } }
  | { type: 'ReactivateUser'; data: { userId: number } }

/** What a reset token is made for; with another password or address it opens nothing. */
type ResetBasis = Pick<User, 'credentialVersion' | 'emailKey'>

const mustBeActive = (user: User) =>
  refuseUnless(user.status === 'active', 'not-found', 'User not found.')

const otherAccount = 'Another account uses this e-mail address.'

export const emailTaken = () =>
  new Refusal('conflict', otherAccount, { errors: { email: otherAccount } })

/** Whether a reservation has ended. */
export const isForfeited = (
  { forfeited }: Pick<User, 'forfeited'>,
  emailKey: string,
  reservedAt: string,
): boolean => reservedAt <= (forfeited.get(emailKey) ?? '')

/** Whoever was slow to use a reservation may have lost it. @throws {Refusal} 409 */
const mustHold = (user: User, emailKey: string, reservedAt: string | undefined) => {
  if (reservedAt !== undefined && isForfeited(user, emailKey, reservedAt)) throw emailTaken()
}

/** Whether this user may be let in by a new password. */
export const isResettable = ({ status, ssoSource }: User): boolean =>
  status === 'active' && ssoSource === null

/** Whether a reset token that was made for this account still opens it. */
export const isOpenedBy = (user: User, { credentialVersion, emailKey }: ResetBasis): boolean =>
  isResettable(user) && user.credentialVersion === credentialVersion && user.emailKey === emailKey

export const invalidResetToken = () =>
  invalid('token', 'This link has been used or has expired; ask for a new one.')

const otherIdentity = 'This account belongs to somebody else at the identity provider.'

/** @throws {Refusal} 400 */
export const mustHavePassword = (user: User) =>
  refuseUnless(
    user.ssoSource === null,
    'validation',
    'This account signs in through the identity provider and has no password here.',
  )

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  initial: {
    status: 'unknown',
    email: undefined,
    firstName: undefined,
    lastName: undefined,
    emailKey: undefined,
    forfeited: new Map(),
    ssoSource: null,
    identity: undefined,
    locale: null,
    dismissed: [],
    credentialVersion: 0,
  },
  decide: {
    RegisterUser: ({ reservedAt, ...data }, user) => {
      refuseUnless(user.status === 'unknown', 'conflict', 'User already exists.')
      mustHold(user, data.emailKey, reservedAt)
      return [{ type: 'UserRegistered', data }]
    },
    ChangeProfile: (data, user) => {
      mustBeActive(user)
      const { userId, locale, ...names } = data
      const localeChange = locale !== undefined && locale !== user.locale ? { locale } : {}
      const changes = { ...names, ...localeChange }
      if (Object.keys(changes).length === 0) return []
      return [{ type: 'UserProfileChanged', data: { userId, ...changes } }]
    },
    ChangeEmail: ({ reservedAt, ...data }, user) => {
      mustBeActive(user)
      mustHold(user, data.emailKey, reservedAt)
      return [{ type: 'UserEmailChanged', data }]
    },
    ForfeitEmail: (data, user) => {
      const { emailKey, reservedAt } = data
      if (user.emailKey === emailKey) throw emailTaken()
      return isForfeited(user, emailKey, reservedAt) ? [] : [{ type: 'UserEmailForfeited', data }]
    },
    DismissModal: (data, user) => {
      mustBeActive(user)
      return user.dismissed.includes(data.modal) ? [] : [{ type: 'UserModalDismissed', data }]
    },
    NotePasswordChange: (data, user) => {
      mustBeActive(user)
      mustHavePassword(user)
      return [{ type: 'UserPasswordChanged', data }]
    },
    UseResetToken: ({ userId, ...basis }, user) => {
      if (!isOpenedBy(user, basis)) throw invalidResetToken()
      return [{ type: 'UserResetTokenUsed', data: { userId } }]
    },
    LinkIdentity: (data, user) => {
      mustBeActive(user)
      const { identity } = user
      if (identity?.key === data.identityKey) return []
      // The address has passed to somebody else; where the provider itself is another, people stay.
      refuseUnless(identity?.issuer !== data.issuer, 'unauthenticated', otherIdentity)
      return [{ type: 'UserIdentityLinked', data }]
    },
    DeactivateUser: (data, user) => {
      refuseUnless(user.status !== 'unknown', 'not-found', 'User not found.')
      return user.status === 'deactivated' ? [] : [{ type: 'UserDeactivated', data }]
    },
    ReactivateUser: (data, user) => {
      refuseUnless(user.status !== 'unknown', 'not-found', 'User not found.')
      refuseUnless(user.status === 'deactivated', 'validation', 'The user is active already.')
      return [{ type: 'UserReactivated', data }]
    },
  },
  evolve: {
    UserRegistered: (user, { emailKey, email, firstName, lastName, locale, ssoSource }) => ({
      ...user,
      status: 'active',
      emailKey,
      email,
      firstName,
      lastName,
      locale,
      ssoSource,
    }),
    UserProfileChanged: (user, { firstName, lastName, locale }) => ({
      ...user,
      firstName: firstName ?? user.firstName,
      lastName: lastName ?? user.lastName,
      locale: locale === undefined ? user.locale : locale,
    }),
    UserEmailChanged: (user, { email, emailKey }) => ({ ...user, email, emailKey }),
    UserEmailForfeited: (user, { emailKey, reservedAt }) => ({
      ...user,
      forfeited: new Map(user.forfeited).set(emailKey, reservedAt),
    }),
    UserModalDismissed: (user, { modal }) => ({ ...user, dismissed: [...user.dismissed, modal] }),
    UserPasswordChanged: (user) => ({ ...user, credentialVersion: user.credentialVersion + 1 }),
    UserResetTokenUsed: (user) => ({ ...user, credentialVersion: user.credentialVersion + 1 }),
    UserIdentityLinked: (user, { identityKey: key, issuer }) => ({
      ...user,
      identity: { key, issuer },
    }),
    UserDeactivated: (user) => ({
      ...user,
      status: 'deactivated',
      credentialVersion: user.credentialVersion + 1,
    }),
    UserReactivated: (user) => ({ ...user, status: 'active' }),
  },
}
